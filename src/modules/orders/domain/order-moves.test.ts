import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OrderCannotMove } from '../errors.ts'
import { aPurchase } from '../testing/order-builder.ts'
import { move } from './order-moves.ts'
import { canMove, ORDER_STATUSES } from './order-status.ts'
import { newOrder } from './placement.ts'

const placedAt = new Date('2026-03-01T12:00:00.000Z')
const later = new Date('2026-03-02T12:00:00.000Z')
const order = newOrder(
  aPurchase(),
  [{ productId: 1, productName: 'HP DeskJet 4155e', sku: null, image: '', quantity: 1, priceCents: 9900 }],
  {
    id: 100_001,
    now: placedAt,
    reviewMinutes: 60,
    releaseAboveCents: 1_000_000,
    expressShippingCents: null,
  },
)

describe('moving an order', () => {
  it('ships by UPS under a number made from the order, unless staff say otherwise', () => {
    const processing = move(order, { to: 'processing' }, later)
    expect(move(processing, { to: 'shipped' }, later)).toMatchObject({
      carrier: 'UPS',
      trackingNumber: '1Z0000100001',
      estimatedDelivery: '3-5 business days',
    })
    expect(move(processing, { to: 'shipped', carrier: 'FedEx', trackingNumber: '77' }, later)).toMatchObject({
      carrier: 'FedEx',
      trackingNumber: '77',
    })
  })

  it('notes every step with its time and place', () => {
    const moved = move(order, { to: 'processing', location: 'Stafford, TX' }, later)
    expect(moved.trackingEvents).toEqual([
      { status: 'pending', location: null, timestamp: placedAt, completed: true },
      { status: 'processing', location: 'Stafford, TX', timestamp: later, completed: true },
    ])
    expect(moved.updatedAt).toEqual(later)
    expect(order.status).toBe('pending')
  })

  it('says what would have been allowed', () => {
    expect(() => move(order, { to: 'delivered' }, later)).toThrow('An order that is pending cannot become delivered.')
    try {
      move(order, { to: 'delivered' }, later)
    } catch (error) {
      expect(error).toMatchObject({
        kind: 'conflict',
        details: { from: 'pending', to: 'delivered', allowed: ['processing', 'cancelled'] },
      })
    }
  })

  it('follows the table on every walk, one tracking event per step', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ORDER_STATUSES), { maxLength: 12 }), (steps) => {
        let current = order
        for (const to of steps) {
          if (canMove(current.status, to)) {
            const next = move(current, { to }, later)
            expect(next.trackingEvents).toHaveLength(current.trackingEvents.length + 1)
            expect(next.totalCents).toBe(order.totalCents)
            current = next
          } else {
            expect(() => move(current, { to }, later)).toThrow(OrderCannotMove)
          }
        }
      }),
    )
  })
})

it('an order that moves on waits for no release any more', () => {
  const waiting = { ...order, awaitsRelease: true }
  for (const to of ['processing', 'cancelled'] as const) expect(move(waiting, { to }, later).awaitsRelease).toBe(false)
})
