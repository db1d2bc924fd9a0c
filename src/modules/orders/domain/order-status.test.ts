import { describe, expect, it } from 'vitest'
import { canMove, nextStatuses, ORDER_STATUSES, type OrderStatus } from './order-status.ts'

const ALLOWED = new Set([
  'pending>processing',
  'pending>cancelled',
  'processing>shipped',
  'processing>cancelled',
  'shipped>delivered',
])
const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to): [OrderStatus, OrderStatus] => [from, to]))

describe("the order's life", () => {
  it('has 25 pairs of states', () => {
    expect(pairs).toHaveLength(25)
  })

  it.each(pairs)('from %s to %s: allowed only where the table says so', (from, to) => {
    expect(canMove(from, to)).toBe(ALLOWED.has(`${from}>${to}`))
    expect(nextStatuses(from).includes(to)).toBe(canMove(from, to))
  })
})
