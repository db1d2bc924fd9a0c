import type { AuditEntry } from '#contracts/admin'
import { Cell, DataTable, HeadCell, Row } from '../../../ui/data-table.tsx'
import { actionLabel } from '../action-label.ts'

const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/** Who did what, when and from where. */
export function AuditTable({ entries, isRefreshing }: { readonly entries: readonly AuditEntry[]; readonly isRefreshing: boolean }) {
  return (
    <DataTable label="Audit log" isRefreshing={isRefreshing} className="min-w-[52rem]">
      <thead>
        <tr>
          <HeadCell>When</HeadCell>
          <HeadCell>What</HeadCell>
          <HeadCell>To what</HeadCell>
          <HeadCell>From where</HeadCell>
          <HeadCell>Changes</HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} className="align-top">
            <Cell className="align-top whitespace-nowrap text-soft">{times.format(new Date(entry.at))}</Cell>
            <Cell className="align-top font-semibold whitespace-nowrap">{actionLabel(entry.action)}</Cell>
            <Cell className="align-top whitespace-nowrap">{entry.subject ?? '–'}</Cell>
            <Cell className="align-top whitespace-nowrap text-soft">{entry.address}</Cell>
            <Cell className="align-top">
              {entry.changes.length === 0 ? <span className="text-soft">–</span> : (
                <ul className="grid gap-0.5">
                  {entry.changes.map(({ field, before, after }) => (
                    <li key={field} className="wrap-anywhere">
                      <b className="font-semibold">{field}</b>: <span className="text-soft">{before ?? '(nothing)'}</span> <span aria-hidden="true">→</span><span className="sr-only"> became </span> {after ?? '(nothing)'}
                    </li>
                  ))}
                </ul>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  )
}
