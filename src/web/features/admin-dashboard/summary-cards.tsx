import type { Summary } from '#contracts/admin'
import { formatPrice } from '../../lib/format.ts'
import { classNames } from '../../lib/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The figures at the head of the dashboard (specification 2, section 2): revenue of all orders, featured products and others. */
export function SummaryCards({ summary }: { readonly summary: Summary | undefined }) {
  const count = (value: number | undefined) => value?.toLocaleString('en-US')
  const cards = [
    { label: 'Total Revenue', value: summary && formatPrice(summary.revenue), edge: 'before:bg-process-cyan' },
    { label: 'Total Orders', value: count(summary?.orders), edge: 'before:bg-process-cyan' },
    { label: 'Total Products', value: count(summary?.products), edge: 'before:bg-process-yellow' },
    { label: 'Featured Products', value: count(summary?.featured), edge: 'before:bg-process-yellow' },
    { label: 'Out of Stock', value: count(summary?.outOfStock), edge: 'before:bg-process-magenta' },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {cards.map(({ label, value, edge }) => (
        <div
          key={label}
          className={classNames(
            'relative grid content-between gap-1.5 sheet px-4 py-3 before:absolute before:inset-y-0 before:left-0 before:w-1',
            edge,
            'max-lg:first:col-span-2',
          )}
        >
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="figures text-2xl font-bold">{value ?? <Skeleton className="h-6 w-24" />}</dd>
        </div>
      ))}
    </dl>
  )
}
