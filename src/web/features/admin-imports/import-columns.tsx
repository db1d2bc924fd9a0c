import type { Import } from '#contracts/imports'
import type { Action } from '../../lib/use-action.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { Alert } from '../../ui/note.tsx'
import { areChanged, settingsOf, useColumnAnswers } from './column-answers.ts'
import { ColumnTable } from './column-table.tsx'
import { adviseOn } from './columns.ts'
import type { ReadAgain } from './import-calls.ts'
import { CategoryCheck, EncodingCheck, NumberCheck, SheetChoice } from './import-reading.tsx'
import { PiecesCheck } from './pieces-check.tsx'
import { categoryValuesOf, isUnanswered, numberQuestions, pieceQuestions } from './reading.ts'
import { RowRules } from './row-rules.tsx'
import { SupplierChoice } from './supplier-choice.tsx'

interface ImportColumnsProps {
  readonly item: Import
  /** Reads the file again. */
  readonly reading: Action<ReadAgain>
}

/** How the file is read, what each column of it fills, and what the rows do to products that exist. */
export function ImportColumns({ item, reading }: ImportColumnsProps) {
  const { run, doing } = reading
  return (
    <div className="grid gap-6">
      {item.reading !== null && (
        <EncodingCheck
          reading={item.reading}
          isBusy={reading.isBusy}
          next={doing !== undefined && 'encoding' in doing ? doing.encoding : null}
          onChange={(encoding) => run({ encoding })}
        />
      )}
      {item.reading !== null && (
        <SheetChoice
          reading={item.reading}
          isBusy={reading.isBusy}
          next={doing !== undefined && 'sheet' in doing ? doing.sheet : null}
          onChange={(sheet) => run({ sheet })}
        />
      )}
      {/* In another encoding, and on another sheet, the columns are others. What was chosen above keeps the focus. */}
      <Answers key={`${item.reading?.encoding} ${item.reading?.sheet}`} item={item} reading={reading} />
    </div>
  )
}

function Answers({ item, reading: { run, isBusy, problem } }: ImportColumnsProps) {
  const [answers, change] = useColumnAnswers(item)
  const { columns, mode, blank, numbers, pieces, categories, supplierId } = answers
  const keyed = useStaffKeys()
  const questions = item.reading === null ? [] : numberQuestions(item.reading, columns, numbers)
  const prices = item.reading === null ? [] : pieceQuestions(item.reading, columns, pieces)
  const groups = item.reading === null ? null : categoryValuesOf(item.reading, columns)
  const advice = adviseOn(columns, mode)

  return (
    <>
      <SupplierChoice
        item={item}
        chosen={supplierId}
        // What a supplier sends again changes what is there.
        onChange={(id) => change({ supplierId: id, ...(id === null ? {} : { mode: 'upsert' as const }) })}
      />
      <ColumnTable
        asRead={item.columns}
        columns={columns}
        advice={advice}
        onChange={(next) => change({ columns: next.slice() })}
      />
      <NumberCheck
        questions={questions}
        onChange={(header, format) => change({ numbers: { ...numbers, [header]: format } })}
      />
      {item.reading !== null && (
        <PiecesCheck
          reading={item.reading}
          questions={prices}
          columns={columns}
          onChange={(header, count) => change({ pieces: { ...pieces, [header]: count } })}
        />
      )}
      {groups !== null && (
        <CategoryCheck
          values={groups}
          chosen={categories}
          onChange={(text, category) => change({ categories: { ...categories, [text]: category } })}
        />
      )}
      <RowRules mode={mode} blank={blank} onChange={change} />
      <DialogFoot className="grid gap-3">
        <Alert message={problem} />
        <div className="dialog-buttons">
          <Button
            {...keyed('confirm')}
            disabled={advice.problem !== null || isUnanswered([...questions, ...prices])}
            aria-disabled={isBusy}
            // What was not changed needs no other preview than the one that is there.
            onClick={() => run({ settings: areChanged(item, answers) ? settingsOf(answers) : null })}
          >
            {isBusy ? 'One moment...' : 'Show the preview'}
          </Button>
        </div>
      </DialogFoot>
    </>
  )
}
