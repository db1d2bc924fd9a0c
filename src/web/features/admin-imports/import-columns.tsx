import type { Import } from '#contracts/imports'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/note.tsx'
import { areChanged, settingsOf, useColumnAnswers } from './column-answers.ts'
import { ColumnTable } from './column-table.tsx'
import { adviseOn } from './columns.ts'
import type { ImportSettings } from './import-calls.ts'
import { CategoryCheck, EncodingCheck, NumberCheck, SheetChoice } from './import-reading.tsx'
import { PiecesCheck } from './pieces-check.tsx'
import { categoryValuesOf, isUnanswered, numberQuestions, pieceQuestions } from './reading.ts'
import { RowRules } from './row-rules.tsx'
import { SupplierChoice } from './supplier-choice.tsx'

interface ImportColumnsProps {
  readonly item: Import
  readonly isBusy: boolean
  readonly problem: string | null
  /** Null when nothing was changed: the preview that is there still holds. */
  readonly onPreview: (settings: ImportSettings | null) => void
  readonly onEncoding: (encoding: string) => void
  readonly onSheet: (sheet: string) => void
}

/** Says what each column of the file fills, and what the rows do to products that exist. */
export function ImportColumns({ item, isBusy, problem, onPreview, onEncoding, onSheet }: ImportColumnsProps) {
  const [answers, change] = useColumnAnswers(item)
  const { columns, mode, blank, numbers, pieces, categories, supplierId } = answers
  const keyed = useStaffKeys()
  const questions = item.reading === null ? [] : numberQuestions(item.reading, columns, numbers)
  const prices = item.reading === null ? [] : pieceQuestions(item.reading, columns, pieces)
  const groups = item.reading === null ? null : categoryValuesOf(item.reading, columns)
  const advice = adviseOn(columns, mode)

  return (
    <div className="grid gap-6">
      {item.reading !== null && <EncodingCheck reading={item.reading} isBusy={isBusy} onChange={onEncoding} />}
      {item.reading !== null && <SheetChoice reading={item.reading} isBusy={isBusy} onChange={onSheet} />}
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
      <Alert message={problem} />
      <div className="dialog-buttons">
        <Button
          {...keyed('confirm')}
          disabled={isBusy || advice.problem !== null || isUnanswered([...questions, ...prices])}
          onClick={() => onPreview(areChanged(item, answers) ? settingsOf(answers) : null)}
        >
          {isBusy ? 'One moment...' : 'Show the preview'}
        </Button>
      </div>
    </div>
  )
}
