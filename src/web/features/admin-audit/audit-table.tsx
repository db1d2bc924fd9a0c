import type { AuditEntry } from '#contracts/admin'
import { Cell, DataTable, HeadCell, Row } from '../../ui/data-table.tsx'
import { fieldWords, valueWords } from './change-words.ts'
import { actionLabel } from './action-label.ts'
import { shopTimeFormat } from '../../lib/format-shop-time.ts'

const times = shopTimeFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** Who did what, when and from where. Where the columns have no room each entry is a card. */
export function AuditTable({
  entries,
  isRefreshing,
}: {
  readonly entries: readonly AuditEntry[]
  readonly isRefreshing: boolean
}) {
  return (
    <DataTable label="Audit log" isRefreshing={isRefreshing} className="max-lg:block">
      <thead className="max-lg:sr-only">
        <tr>
          <HeadCell>When</HeadCell>
          <HeadCell>What</HeadCell>
          <HeadCell>Item</HeadCell>
          <HeadCell>Who</HeadCell>
          <HeadCell>IP address</HeadCell>
          <HeadCell>Changes</HeadCell>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {entries.map((entry) => (
          <Row
            key={entry.id}
            className="align-top max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:py-2 large-letters:grid-cols-1"
          >
            <Cell className="align-top not-large-letters:whitespace-nowrap text-soft max-lg:py-0.5 max-lg:text-xs max-lg:leading-[1.25rem]">
              {times(entry.at)} CT
            </Cell>
            <Cell className="align-top font-semibold max-lg:order-first max-lg:py-0.5 lg:min-w-36">
              {actionLabel(entry.action)}
            </Cell>
            <Cell className="align-top wrap-anywhere max-lg:py-0.5 lg:min-w-32 2xl:min-w-40">
              {entry.subject ?? <span className="max-lg:hidden">–</span>}
            </Cell>
            <Cell className="align-top wrap-anywhere max-lg:py-0.5 max-lg:text-right large-letters:text-left lg:min-w-28 2xl:min-w-32">
              {entry.person ?? <span className="max-lg:hidden">–</span>}
            </Cell>
            <Cell className="align-top text-soft max-lg:col-span-2 max-lg:py-0.5 max-lg:text-right large-letters:col-span-1 large-letters:text-left max-lg:text-xs max-lg:leading-[1.25rem] wrap-anywhere lg:min-w-26">
              {entry.address}
            </Cell>
            <Cell
              className={
                entry.changes.length === 0
                  ? 'align-top max-lg:hidden'
                  : 'align-top max-lg:col-span-2 max-lg:py-0.5 large-letters:col-span-1 lg:min-w-48 2xl:min-w-64'
              }
            >
              {entry.changes.length === 0 ? (
                <span className="text-soft">–</span>
              ) : (
                <ul className="grid gap-0.5">
                  {entry.changes.map(({ field, before, after }) => (
                    <li key={field} className="wrap-anywhere">
                      <b className="font-semibold">{fieldWords(field)}</b>:{' '}
                      {before !== null && (
                        <>
                          <span className="text-soft">{shownValue(field, before)}</span>{' '}
                          <span aria-hidden="true">→</span>
                          <span className="sr-only"> became </span>{' '}
                        </>
                      )}
                      {shownValue(field, after)}
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

/** What stands for a value of which there is nothing to show, so that no name stands alone before its colon. */
function shownValue(field: string, value: string | null): string {
  return (value === null ? '' : valueWords(field, value)) || '(nothing)'
}
