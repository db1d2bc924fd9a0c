import type { StaffOrder } from '#contracts/staff-orders'
import { classNames } from '../../lib/class-names.ts'
import { formatShopTime } from '../../lib/format-shop-time.ts'
import { timelineOf } from './timeline-entries.ts'

/** What happened to an order and what staff wrote about it, the latest first. */
export function OrderTimeline({ order }: { readonly order: StaffOrder }) {
  const entries = timelineOf(order)
  if (entries.length === 0) return <p className="text-sm text-soft">Nothing has happened yet</p>
  return (
    <ol className="grid gap-3 border-l-2 border-line pl-4 text-sm">
      {entries.map(({ key, kind, title, who, at, text }) => (
        <li key={key} className={classNames(kind === 'note' && 'rounded border border-line bg-wash px-3 py-2')}>
          <b>{title}</b> by {who}, <span className="text-soft">{formatShopTime(at)}</span>
          {text !== null && (
            <span className={classNames('block wrap-anywhere whitespace-pre-line', kind !== 'note' && 'text-soft')}>
              {kind === 'note' ? text : `“${text}”`}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
