import type { Summary } from '#contracts/admin'
import { formatPrice } from '../../lib/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { changeOf, comparisonWords } from './comparison.ts'

/**
 * The figures of the dashboard (specification 2, section 2): revenue of all orders, featured products and others.
 * Revenue is every order's total, as specified; what was canceled or refunded is said, not taken off. Sum and number of a
 * period leave canceled orders out.
 */
export function SummaryCards({ summary }: { readonly summary: Summary | undefined }) {
  const count = (value: number | undefined) => value?.toLocaleString('en-US')
  const period = summary?.period
  const change = period && changeOf(Number(period.revenue), period.before && Number(period.before.revenue))
  const cards = [
    {
      label: 'Total Revenue',
      value: summary && formatPrice(summary.revenue),
      note: [
        'all orders, cancelled and refunded too',
        ...(period && change
          ? [`${formatPrice(period.revenue)} without cancelled ones ${comparisonWords(period.days, change)}`]
          : []),
      ].join('; '),
    },
    {
      label: 'Total Orders',
      value: count(summary?.orders),
      note: [
        'all orders, cancelled too',
        ...(period?.before
          ? [`${period.orders} without cancelled ones in ${period.days} days, ${period.before.orders} before`]
          : []),
      ].join('; '),
    },
    { label: 'Total Products', value: count(summary?.products) },
    { label: 'Featured Products', value: count(summary?.featured) },
    {
      label: 'Out of Stock',
      value: count(summary?.outOfStock),
      note: summary && summary.lowStock.length > 0 ? `${summary.lowStock.length} more run low` : undefined,
    },
  ]
  return (
    <dl className="grid grid-cols-2 sheet sm:grid-cols-3 xl:grid-cols-5">
      {cards.map(({ label, value, note }) => (
        <div
          key={label}
          className="grid content-start gap-1 border-line px-4 py-3 large-letters:px-2 max-sm:first:col-span-2 max-xl:nth-[-n+3]:border-b xl:border-l xl:first:border-l-0"
        >
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="grid gap-1">
            <span className="figures text-[1.375rem] font-bold">{value ?? <Skeleton className="h-6 w-24" />}</span>
            {note !== undefined && note !== null && <span className="text-xs text-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
