import { describe, expect, test } from 'vitest'
import { movedOrders, withList, withOrder } from './order-list.ts'
import { anOrder } from '../../testing/an-order.ts'

const placed = anOrder({ id: 100001 })
const shipped = anOrder({ id: 100001, status: 'shipped', updatedAt: '2026-11-22T10:00:00.000Z' })
const other = anOrder({ id: 100002 })

describe('what is known of the orders', () => {
  test('shows the new status of an order that moved', () => {
    expect(withOrder([other, placed], shipped)).toEqual([other, shipped])
  })

  test('does not go back to what was true before', () => {
    expect(withOrder([shipped], placed)).toEqual([shipped])
    expect(withList([shipped], [other, placed])).toEqual([other, shipped])
  })

  test('takes in an order of another page, newest first', () => {
    expect(withOrder([placed], other).map((order) => order.id)).toEqual([100002, 100001])
  })

  test('forgets what the server does not have', () => {
    expect(withList([other, placed], [placed])).toEqual([placed])
  })
})

test('a move is another status of an order that was known', () => {
  expect(movedOrders([placed], [other, shipped])).toEqual([shipped])
  expect(movedOrders([placed], [placed])).toEqual([])
  expect(movedOrders([], [placed])).toEqual([])
})
