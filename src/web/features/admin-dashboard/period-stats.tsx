import type { ReactNode } from 'react'
import type { Summary } from '#contracts/admin'
import { capitalizeWords } from '#contracts/listing'
import { formatCount, formatPrice } from '../../lib/format.ts'
import { Panel } from './panel.tsx'
import { RevenueChart } from './revenue-chart.tsx'

/** As many lines as fit beside the chart. */
const SHOWN = 3

interface PeriodStatsProps {
  readonly summary: Summary
  /** Leads to the orders in a state. */
  readonly onStatus: (status: string) => void
  /** Leads to a product. */
  readonly onProduct: (name: string) => void
}

/** How the shop did in the period: revenue by day, orders by status, low stock, top sellers. */
export function PeriodStats({ summary, onStatus, onProduct }: PeriodStatsProps) {
  const { period, lowStock } = summary
  const mostOrders = Math.max(1, ...period.byStatus.map(({ count }) => count))
  return (
    <div className="grid gap-3 lg:grid-cols-12">
      <Panel
        title="Revenue by day"
        note={`${formatPrice(period.revenue)} from ${formatCount(period.orders, 'order')}, without cancelled ones`}
        className="lg:col-span-6 lg:row-span-2"
      >
        <RevenueChart days={period.byDay} />
      </Panel>
      <Panel title="Orders by status" className="lg:col-span-3 lg:row-span-2">
        {period.byStatus.every(({ count }) => count === 0) ? (
          <p className="text-soft">No orders in this period</p>
        ) : (
          <ul className="grid gap-1">
            {period.byStatus.map(({ status, count }) => (
              <li key={status}>
                <button
                  type="button"
                  onClick={() => onStatus(status)}
                  className="grid min-h-9 w-full grid-cols-[5.5rem_1fr_2.5rem] items-center gap-2 rounded px-1 text-left text-sm hover:bg-wash pointer-coarse:min-h-11 large-letters:grid-cols-[1fr_auto]"
                >
                  <span className="font-medium">{capitalizeWords(status)}</span>
                  <span aria-hidden="true" className="h-3 bg-wash large-letters:hidden">
                    <span className="block h-full bg-cyan" style={{ width: `${(count / mostOrders) * 100}%` }} />
                  </span>
                  <span className="text-right">{count.toLocaleString('en-US')}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Top sellers" className="lg:col-span-3">
        {period.topSellers.length === 0 ? (
          <p className="text-soft">Nothing sold in this period</p>
        ) : (
          <ol className="grid grid-cols-[minmax(0,1fr)]">
            {period.topSellers.slice(0, SHOWN).map(({ productId, productName, quantity, revenue }) => (
              <Line key={productId} name={productName} onPress={() => onProduct(productName)}>
                <span className="text-soft" title={formatPrice(revenue)}>
                  {quantity.toLocaleString('en-US')} sold
                </span>
              </Line>
            ))}
          </ol>
        )}
      </Panel>
      <Panel title="Low stock" className="lg:col-span-3">
        {lowStock.length === 0 ? (
          <p className="text-soft">{summary.products === 0 ? 'No products yet' : 'Every product has enough stock'}</p>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)]">
            {lowStock.slice(0, SHOWN).map(({ productId, productName, stockQuantity }) => (
              <Line key={productId} name={productName} onPress={() => onProduct(productName)}>
                <span className={stockQuantity === 0 ? 'font-semibold text-magenta' : 'font-semibold'}>
                  {stockQuantity} left
                </span>
              </Line>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}

function Line({
  name,
  onPress,
  children,
}: {
  readonly name: string
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        onClick={onPress}
        className="flex min-h-8 w-full items-center gap-3 rounded px-1 py-0.5 text-left text-sm hover:bg-wash pointer-coarse:min-h-11"
      >
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {children}
      </button>
    </li>
  )
}
