import { expect, test } from 'vitest'
import { beginOf, salesOf } from './sales.ts'

const NOW = new Date('2026-11-22T15:00:00Z')
const sold = (day: string, totalCents: number, status: 'delivered' | 'cancelled' = 'delivered') => ({
  day,
  status,
  orders: 1,
  totalCents,
})
const before = (days: number | null, sales: readonly ReturnType<typeof sold>[]) =>
  salesOf({ days: sales, topSellers: [] }, beginOf(days, NOW), NOW).period.before

test('a period is compared with as many days before it, whose canceled orders bring no revenue', () => {
  const sales = [
    sold('2026-11-08', 1),
    sold('2026-11-09', 100),
    sold('2026-11-15', 200),
    sold('2026-11-15', 400, 'cancelled'),
    sold('2026-11-16', 800),
    sold('2026-11-22', 1600),
  ]
  expect(before(7, sales)).toEqual({ revenueCents: 300, orders: 3 })
})

test('there is nothing before all time, and nothing is compared with nothing', () => {
  expect(before(null, [sold('2026-11-15', 200)])).toBeNull()
  expect(before(30, [])).toEqual({ revenueCents: 0, orders: 0 })
})
