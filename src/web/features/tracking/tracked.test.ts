import { describe, expect, test } from 'vitest'
import type { Order } from '#contracts/orders'
import { exampleOf, findOwnOrder, isOver, trackedOf } from './tracked.ts'

const order = (about: Partial<Order>) =>
  ({
    id: 100001,
    status: 'pending',
    createdAt: '2026-11-21T10:00:00.000Z',
    carrier: null,
    trackingNumber: null,
    estimatedDelivery: null,
    trackingEvents: [],
    items: [],
    ...about,
  }) as Partial<Order> as Order

describe('a found order', () => {
  test('has the specified fallbacks', () => {
    expect(trackedOf(order({}))).toMatchObject({
      number: '#100001',
      carrier: 'UPS Ground',
      trackingNumber: '1Z0000100001',
      isTrackingNumberAhead: true,
      estimatedDelivery: '3-5 business days',
    })
  })

  test('shows what the shop knows of its parcel', () => {
    expect(
      trackedOf(
        order({ status: 'shipped', carrier: 'FedEx', trackingNumber: '7489', estimatedDelivery: 'November 25' }),
      ),
    ).toMatchObject({
      carrier: 'FedEx',
      trackingNumber: '7489',
      isTrackingNumberAhead: false,
      estimatedDelivery: 'November 25',
    })
  })

  test('is expected no more once it was delivered or cancelled', () => {
    expect(trackedOf(order({ status: 'delivered', estimatedDelivery: '3-5 business days' })).estimatedDelivery).toBe(
      'Delivered',
    )
    expect(trackedOf(order({ status: 'cancelled' }))).toMatchObject({
      estimatedDelivery: 'None, the order was cancelled',
      trackingNumber: '',
      isTrackingNumberAhead: false,
    })
  })
})

test('the example has the number as typed, and nothing of a real order', () => {
  expect(exampleOf(' ABC-1 ')).toMatchObject({
    number: 'ABC-1',
    status: 'processing',
    trackingEvents: [],
    items: [],
    createdAt: null,
  })
  expect(exampleOf('').number).toBe('ORD-123456')
})

describe('a customer finds an own order', () => {
  const mine = [order({ id: 100002, trackingNumber: '1Z 999 AA1-01' }), order({ id: 100001 })]
  test.each([
    ['100001', 100001],
    ['#100001', 100001],
    [' ord-100001 ', 100001],
    ['1z999aa101', 100002],
    ['1Z 999 AA1-01', 100002],
    ['1Z0000100001', 100001],
    ['100003', undefined],
    ['10000', undefined],
    ['', undefined],
    ['-', undefined],
  ])('by %j', (typed, id) => {
    expect(findOwnOrder(mine, typed)?.id).toBe(id)
  })
})

test.each([
  ['pending', false],
  ['processing', false],
  ['shipped', false],
  ['delivered', true],
  ['cancelled', true],
] as const)('an order that is %s is asked for no more: %s', (status, isNoMore) => {
  expect(isOver(status)).toBe(isNoMore)
})
