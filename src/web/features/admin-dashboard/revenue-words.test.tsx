import { renderToStaticMarkup } from 'react-dom/server.edge'
import { describe, expect, it } from 'vitest'
import type { Summary } from '#contracts/admin'
import { PeriodStats } from './period-stats.tsx'
import { SummaryCards } from './summary-cards.tsx'

/** Three orders of $100 in two days, of which one was canceled, and an older one. */
const summary: Summary = {
  revenue: '400.00',
  orders: 4,
  products: 1,
  featured: 0,
  outOfStock: 0,
  awaitingRelease: 0,
  openReturns: 0,
  period: {
    days: '7',
    revenue: '200.00',
    orders: 2,
    before: { revenue: '100.00', orders: 1 },
    byStatus: [
      { status: 'pending', count: 2 },
      { status: 'cancelled', count: 1 },
    ],
    byDay: [
      { day: '2026-11-22', revenue: '100.00', orders: 1 },
      { day: '2026-11-23', revenue: '100.00', orders: 1 },
    ],
    topSellers: [],
  },
  lowStock: [],
}

describe('two figures of revenue on one screen', () => {
  it('say each which orders they have: all of them, or those that were not cancelled', () => {
    const cards = renderToStaticMarkup(<SummaryCards summary={summary} />)
    expect(cards).toContain('$400.00')
    expect(cards).toContain(
      'all orders, cancelled and refunded too; $200.00 without cancelled ones in 7 days, 100% more than before',
    )
    expect(cards).toContain('all orders, cancelled too; 2 without cancelled ones in 7 days, 1 before')
  })

  it('count the orders that the sum is of, and no others', () => {
    const stats = renderToStaticMarkup(<PeriodStats summary={summary} onStatus={() => {}} onProduct={() => {}} />)
    expect(stats).toContain('$200.00 from 2 orders, without cancelled ones')
  })

  it('show by status what was cancelled also where nothing else was ordered', () => {
    const period = {
      ...summary.period,
      revenue: '0.00',
      orders: 0,
      byStatus: [{ status: 'cancelled' as const, count: 1 }],
      byDay: [{ day: '2026-11-23', revenue: '0.00', orders: 0 }],
    }
    const stats = renderToStaticMarkup(
      <PeriodStats summary={{ ...summary, period }} onStatus={() => {}} onProduct={() => {}} />,
    )
    expect(stats).toContain('Cancelled')
    expect(stats.split('No orders in this period')).toHaveLength(1)
  })
})
