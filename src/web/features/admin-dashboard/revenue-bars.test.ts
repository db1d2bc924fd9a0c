import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisTicks, barLabel, revenueBars } from './revenue-bars.ts'

const daysFrom = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    revenue: '10.00',
    orders: 1,
  }))

describe('the revenue chart', () => {
  it('shows a month day by day', () => {
    const bars = revenueBars(daysFrom(30))
    expect(bars).toHaveLength(30)
    expect(barLabel(bars[0] ?? { firstDay: '', lastDay: '' })).toBe('Jan 1')
  })

  it('shows a year by weeks that end with the last day', () => {
    const bars = revenueBars(daysFrom(365))
    expect(bars).toHaveLength(53)
    expect(bars.at(-1)).toMatchObject({ lastDay: '2026-12-31', cents: 7000, orders: 7 })
    expect(barLabel(bars.at(-1) ?? { firstDay: '', lastDay: '' })).toBe('Dec 25 – Dec 31')
  })

  it('loses no cent and no order, however many days there are, and keeps the bars apart', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), (count) => {
        const bars = revenueBars(daysFrom(count))
        expect(bars.length).toBeLessThanOrEqual(92)
        expect(bars.reduce((sum, { cents }) => sum + cents, 0)).toBe(count * 1000)
        expect(bars.reduce((sum, { orders }) => sum + orders, 0)).toBe(count)
      }),
    )
  })

  it('draws a few lines at round amounts up to the highest bar', () => {
    expect(axisTicks(0)).toEqual([0, 20, 40, 60, 80, 100])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (cents) => {
        const ticks = axisTicks(cents)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(cents)
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})
