import { expect, test } from 'vitest'
import { DAY_MS } from '#platform/time/durations'
import { beginOf, salesOf } from './sales.ts'

const NOW = new Date('2026-11-22T15:00:00Z')
const sold = (day: string, totalCents: number, status: 'delivered' | 'cancelled' = 'delivered') => ({
  day,
  status,
  orders: 1,
  totalCents,
})
const summaryOf = (days: readonly ReturnType<typeof sold>[]) => ({
  ever: {
    orders: days.length,
    totalCents: days.reduce((sum, { totalCents }) => sum + totalCents, 0),
  },
  days,
  topSellers: [],
})
const before = (days: number | null, sales: readonly ReturnType<typeof sold>[]) =>
  salesOf(summaryOf(sales), beginOf(days, NOW), NOW).period.before

test('a period is compared with as many days before it, whose canceled orders bring no revenue', () => {
  const sales = [
    sold('2026-11-08', 1),
    sold('2026-11-09', 100),
    sold('2026-11-15', 200),
    sold('2026-11-15', 400, 'cancelled'),
    sold('2026-11-16', 800),
    sold('2026-11-22', 1600),
  ]
  expect(before(7, sales)).toEqual({ revenueCents: 300, orders: 2 })
})

test('the orders of a period are those that its revenue is of; canceled ones are counted by their state', () => {
  const sales = [sold('2026-11-20', 100), sold('2026-11-20', 200, 'cancelled'), sold('2026-11-21', 400, 'cancelled')]
  const { orders, revenueCents, period } = salesOf(summaryOf(sales), beginOf(7, NOW), NOW)
  expect([period.revenueCents, period.orders]).toEqual([100, 1])
  expect(period.byDay.reduce((sum, day) => sum + day.orders, 0)).toBe(period.orders)
  expect(period.byStatus.filter(({ count }) => count > 0)).toEqual([
    { status: 'delivered', count: 1 },
    { status: 'cancelled', count: 2 },
  ])
  // The cards count everything, as specified.
  expect([revenueCents, orders]).toEqual([700, 3])
})

test('a period has whole days of the shop, also in the evening and when the clocks change', () => {
  const evening = new Date('2026-11-23T03:00:00Z')
  expect(beginOf(1, evening)).toEqual(new Date('2026-11-22T06:00:00Z'))
  expect(beginOf(30, evening)).toEqual(new Date('2026-10-24T05:00:00Z'))
  const spring = new Date('2027-03-15T04:59:59.999Z')
  expect(beginOf(2, spring)).toEqual(new Date('2027-03-13T06:00:00Z'))
  for (const [now, days, first, last] of [
    [evening, 7, '2026-11-16', '2026-11-22'],
    [evening, 30, '2026-10-24', '2026-11-22'],
    [spring, 7, '2027-03-08', '2027-03-14'],
  ] as const) {
    const shown = salesOf(summaryOf([]), beginOf(days, now), now).period.byDay.map(({ day }) => day)
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([days, first, last])
  }
  const sales = [sold('2026-10-17', 1), sold('2026-10-18', 2), sold('2026-10-24', 4), sold('2026-10-25', 8)]
  const { period } = salesOf(
    summaryOf(sales),
    beginOf(7, new Date('2026-11-01T05:30:00Z')),
    new Date('2026-11-01T05:30:00Z'),
  )
  expect([period.byDay[0]?.day, period.before]).toEqual(['2026-10-26', { revenueCents: 12, orders: 2 }])
})

test('there is nothing before all time, and nothing is compared with nothing', () => {
  expect(before(null, [sold('2026-11-15', 200)])).toBeNull()
  expect(before(30, [])).toEqual({ revenueCents: 0, orders: 0 })
})

test('the sums of all time are looked at some times each, however many days there are', () => {
  let looks = 0
  const days = Array.from({ length: 3650 }, (_, at) => {
    const day = new Date(NOW.getTime() - at * DAY_MS).toISOString().slice(0, 10)
    const group = sold(day, 100)
    return Object.defineProperty(group, 'day', {
      get() {
        looks += 1
        return day
      },
    })
  })
  const { period } = salesOf({ ...summaryOf([]), days }, null, NOW)
  expect(period.byDay).toHaveLength(3650)
  expect(period.byDay.every(({ orders, revenueCents }) => orders === 1 && revenueCents === 100)).toBe(true)
  expect(looks).toBeLessThan(10 * days.length)
})
