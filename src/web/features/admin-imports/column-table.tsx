import { useState } from 'react'
import type { Import, ImportField } from '#contracts/imports'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, DataTable, HeadCell, Row, RowHead } from '../../ui/data-table.tsx'
import { Select } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { assignField, FIELD_OPTIONS, fieldLabel, unusedHeaders, type ColumnAdvice } from './columns.ts'

type Column = Import['columns'][number]

/** Lists of some programs have hundreds of columns; those that are imported come first. */
const MAX_SHOWN = 40
const MAX_NAMED = 12

interface ColumnTableProps {
  /** The columns as the shop has read them. */
  readonly asRead: readonly Column[]
  /** The same as they are chosen now. */
  readonly columns: readonly Column[]
  readonly advice: ColumnAdvice
  readonly onChange: (columns: readonly Column[]) => void
}

/** The columns of the file with the field that each fills, and what to know about this choice. */
export function ColumnTable({ asRead, columns, advice, onChange }: ColumnTableProps) {
  const [isWhole, setWhole] = useState(asRead.length <= MAX_SHOWN)
  const [notice, setNotice] = useState('')
  const unused = unusedHeaders(columns)
  const shown = isWhole
    ? columns
    : columns.filter(({ field }, index) => field !== null || asRead[index]?.field !== null)

  function assign(header: string, field: ImportField | null): void {
    const next = assignField(columns, header, field)
    onChange(next.columns)
    setNotice(
      next.takenFrom === null || field === null
        ? ''
        : `${fieldLabel(field)} now comes from "${header}", no longer from "${next.takenFrom}".`,
    )
  }

  return (
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
            <ColumnRow key={column.header} column={column} onAssign={(field) => assign(column.header, field)} />
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
  )
}

function ColumnRow({
  column: { header, samples, field },
  onAssign,
}: {
  readonly column: Column
  readonly onAssign: (field: ImportField | null) => void
}) {
  return (
    <Row className="max-sm:grid">
      <RowHead className="align-top sm:align-baseline font-semibold max-sm:pb-0 sm:max-w-60 [overflow-wrap:anywhere]">
        {header}
      </RowHead>
      <Cell className="align-top sm:align-baseline text-soft max-sm:py-0 sm:max-w-80">
        <span className="line-clamp-2 [overflow-wrap:anywhere]">{samplesOf(samples)}</span>
      </Cell>
      <Cell className="align-top sm:align-baseline sm:min-w-52">
        <Select
          aria-label={`${header} goes to`}
          value={field ?? ''}
          onChange={(event) => onAssign((event.target.value || null) as ImportField | null)}
          className={field === null ? 'text-soft' : 'font-semibold'}
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
  )
}

function listed(headers: readonly string[]): string {
  const more = headers.length - MAX_NAMED
  return headers.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function samplesOf(samples: readonly string[]): string {
  return samples.filter((sample) => sample !== '').join(' · ') || 'empty'
}
