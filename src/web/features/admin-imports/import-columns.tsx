import { useState } from 'react'
import type { Import, ImportField } from '#contracts/imports'
import { formatCount } from '../../lib/format.ts'
import { useStaffKeys } from '../../lib/staff-keys.ts'
import { RadioGroup } from '../../ui/choice.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, DataTable, HeadCell, Row, RowHead } from '../../ui/data-table.tsx'
import { Select } from '../../ui/field.tsx'
import { adviseOn, assignField, FIELD_OPTIONS, fieldLabel, mappingOf, unusedHeaders } from './columns.ts'
import { useColumnAnswers } from './column-answers.ts'
import type { ImportSettings } from './import-calls.ts'
import { Alert, Note } from '../../ui/note.tsx'
import { CategoryCheck, EncodingCheck, NumberCheck, SheetChoice } from './import-reading.tsx'
import { PiecesCheck } from './pieces-check.tsx'
import { SupplierChoice } from './supplier-choice.tsx'
import { categoryValuesOf, isUnanswered, numberQuestions, pieceQuestions } from './reading.ts'

const MODES = [
  {
    value: 'create',
    label: 'Only add new products',
    description:
      'Every row becomes a new product. A row whose product exists already fails, and that product stays as it is.',
  },
  {
    value: 'upsert',
    label: 'Add and update',
    description:
      'A row changes the product with the same SKU, or else the same brand and name. The others become new products.',
  },
]
const BLANKS = [
  { value: 'keep', label: 'Keep what the product has', description: 'An empty cell changes nothing.' },
  {
    value: 'clear',
    label: 'Clear the field',
    description: 'An empty cell sets the field back to that of a new product. Name and SKU stay.',
  },
]

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
  const [isWhole, setWhole] = useState(item.columns.length <= MOST_SHOWN)
  const [notice, setNotice] = useState('')
  const keyed = useStaffKeys()
  const questions = item.reading === null ? [] : numberQuestions(item.reading, columns, numbers)
  const prices = item.reading === null ? [] : pieceQuestions(item.reading, columns, pieces)
  const groups = item.reading === null ? null : categoryValuesOf(item.reading, columns)
  const advice = adviseOn(columns, mode)
  const unused = unusedHeaders(columns)
  const shown = isWhole
    ? columns
    : columns.filter(({ field }, index) => field !== null || item.columns[index]?.field !== null)
  const isChanged =
    item.state === 'mapping' ||
    Object.keys({ ...numbers, ...pieces, ...categories }).length > 0 ||
    supplierId !== (item.supplier?.id ?? null) ||
    mode !== item.mode ||
    (mode === 'upsert' && blank !== item.blank) ||
    columns.some(({ field }, index) => field !== item.columns[index]?.field)

  function assign(header: string, field: ImportField | null): void {
    const next = assignField(columns, header, field)
    change({ columns: next.columns.slice() })
    setNotice(
      next.takenFrom === null || field === null
        ? ''
        : `${fieldLabel(field)} now comes from "${header}", no longer from "${next.takenFrom}".`,
    )
  }

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
      <div className="grid gap-3">
        <h3 className="text-lg">Columns of the file</h3>
        <DataTable label="Columns of the file" className="max-sm:block">
          <thead className="max-sm:sr-only">
            <tr>
              <HeadCell>Column</HeadCell>
              <HeadCell>First values</HeadCell>
              <HeadCell className="w-56">Goes to</HeadCell>
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {shown.map((column) => (
              <Row key={column.header} className="max-sm:grid">
                <RowHead className="align-top font-semibold max-sm:pb-0 sm:max-w-60 [overflow-wrap:anywhere]">
                  {column.header}
                </RowHead>
                <Cell className="align-top text-soft max-sm:py-0 sm:max-w-80">
                  <span className="line-clamp-2 [overflow-wrap:anywhere]">{samplesOf(column.samples)}</span>
                </Cell>
                <Cell className="align-top sm:min-w-52">
                  <Select
                    aria-label={`${column.header} goes to`}
                    value={column.field ?? ''}
                    onChange={(event) => assign(column.header, (event.target.value || null) as ImportField | null)}
                    className={column.field === null ? 'text-soft' : 'font-semibold'}
                  >
                    <option value="">Not imported</option>
                    {FIELD_OPTIONS.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </Select>
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
        {!isWhole && (
          <p>
            <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
              Show {formatCount(columns.length - shown.length, 'more column', 'more columns')}
            </Button>
          </p>
        )}
        <div className="grid gap-1.5 text-sm">
          <p role="status" className={notice === '' ? 'sr-only' : 'text-cyan'}>
            {notice}
          </p>
          {advice.problem !== null && <p className="font-medium text-magenta">{advice.problem}</p>}
          {advice.hints.map((hint) => (
            <Note key={hint} size="small">
              {hint}
            </Note>
          ))}
          {unused.length > 0 && (
            <p className="text-soft [overflow-wrap:anywhere]">
              {formatCount(unused.length, 'column is', 'columns are')} not imported: {listed(unused)}.
            </p>
          )}
        </div>
      </div>
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
      <div className="grid gap-5 md:grid-cols-2">
        <RadioGroup
          legend="What the rows do"
          value={mode}
          options={MODES}
          onChange={(event) => change({ mode: event.target.value as Import['mode'] })}
        />
        {mode === 'upsert' && (
          <RadioGroup
            legend="What an empty cell does"
            value={blank}
            options={BLANKS}
            onChange={(event) => change({ blank: event.target.value as Import['blank'] })}
          />
        )}
      </div>
      <Alert message={problem} />
      <div className="dialog-buttons">
        <Button
          {...keyed('confirm')}
          disabled={isBusy || advice.problem !== null || isUnanswered([...questions, ...prices])}
          onClick={() =>
            onPreview(
              isChanged ? { mapping: mappingOf(columns), mode, blank, numbers, pieces, categories, supplierId } : null,
            )
          }
        >
          {isBusy ? 'One moment...' : 'Show the preview'}
        </Button>
      </div>
    </div>
  )
}

/** Lists of some programs have hundreds of columns; those that are imported come first. */
const MOST_SHOWN = 40
const MOST_NAMED = 12

function listed(headers: readonly string[]): string {
  const more = headers.length - MOST_NAMED
  return headers.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function samplesOf(samples: readonly string[]): string {
  return samples.filter((sample) => sample !== '').join(' · ') || 'empty'
}
