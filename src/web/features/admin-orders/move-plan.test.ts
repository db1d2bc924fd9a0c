import { describe, expect, it } from 'vitest'
import { movedNotice, numbersLeft, planMove } from './move-plan.ts'
import type { OrderStatus } from './order-moves.ts'

const order = (id: number, ...nextStatuses: OrderStatus[]) => ({ id, nextStatuses })
const orders = [order(1, 'shipped'), order(2, 'delivered'), order(3, 'shipped'), order(4, 'shipped')]
const result = (orderId: number, isMoved: boolean) => [orderId, { orderId, isMoved, message: '', order: null }] as const
const NO_RESULTS = new Map()

describe('a step for several orders', () => {
  it('moves those that can take it', () => {
    expect(planMove(orders, 'shipped', '', NO_RESULTS).able.map(({ id }) => id)).toEqual([1, 3, 4])
    expect(planMove(orders, null, '', NO_RESULTS).able).toEqual([])
  })

  it('gives each the tracking number of its line, which only shipping asks for', () => {
    expect([...planMove(orders, 'shipped', 'A\nC', NO_RESULTS).pasted.byOrder]).toEqual([
      [1, 'A'],
      [3, 'C'],
    ])
    expect(planMove(orders, 'delivered', 'A\nC', NO_RESULTS).pasted).toEqual({ byOrder: new Map(), unread: [] })
  })

  it.each(['A\nC', '1 A\n3 C'])(
    'leaves each its tracking number when those that failed are tried again (%j)',
    (text) => {
      const results = new Map([result(1, true), result(3, false), result(4, false)])
      const { able, pasted } = planMove(orders, 'shipped', text, results)
      expect(able.map(({ id }) => id)).toEqual([3, 4])
      expect(pasted.unread).toEqual([])
      expect(able.map(({ id }) => pasted.byOrder.get(id))).toEqual(['C', undefined])
    },
  )

  it.each(['A\nC\nD', '4 D\n1 A\n3 C'])('leaves lines that name their orders to be tried again (%j)', (text) => {
    const results = new Map([result(1, true), result(3, false), result(4, false)])
    const left = numbersLeft(planMove(orders, 'shipped', text, results))
    expect(left).toBe('3 C\n4 D')
    const [, last] = left.split('\n')
    expect([...planMove(orders, 'shipped', last ?? '', results).pasted.byOrder]).toEqual([[4, 'D']])
  })

  it('leaves no line for an order that got a number of the shop', () => {
    expect(numbersLeft(planMove(orders, 'shipped', 'A', new Map([result(1, true), result(3, false)])))).toBe('')
  })
})

describe('the notice of a move', () => {
  it('comes when all orders were moved, and else leaves it to what stands beside each', () => {
    expect(movedNotice([{ isMoved: true }, { isMoved: true }])).toEqual({
      title: 'Orders updated',
      description: '2 orders moved.',
    })
    expect(movedNotice([{ isMoved: true }, { isMoved: false }])).toBeNull()
    expect(movedNotice([{ isMoved: false }])).toBeNull()
  })
})
