import { describe, expect, it } from 'vitest'
import { aPurchase } from '../testing/order-builder.ts'
import { checkRoomForCorrection, correctAddress, inOneLine } from './address-correction.ts'
import { move, type HistoryEntry } from './order-moves.ts'
import type { Order } from './order.ts'
import { newOrder } from './placement.ts'

const PLACED = new Date('2026-03-01T12:00:00.000Z')
const LATER = new Date('2026-03-01T12:10:00.000Z')
const order = newOrder(
  aPurchase(),
  [{ productId: 1, productName: 'Printer', sku: null, image: '', quantity: 2, priceCents: 9_000 }],
  { id: 100_001, now: PLACED, reviewMinutes: 60, releaseAboveCents: 1_000_000, expressShippingCents: null },
)
const shippingAddress = { ...order.shippingAddress, address: '14 Paper Street' }
const correct = (of: Order, address = shippingAddress, revision = of.revision) =>
  correctAddress(of, { revision, shippingAddress: address }, LATER)

describe('a delivery address that staff correct', () => {
  it('is another one, and nothing else of the order changes', () => {
    expect(correct(order)).toEqual({ ...order, shippingAddress, updatedAt: LATER })
    const packed = move(order, { to: 'processing' }, PLACED)
    expect(correct(packed).shippingAddress).toEqual(shippingAddress)
  })

  it('stays once the order has left the shop or is cancelled', () => {
    const shipped = move(move(order, { to: 'processing' }, PLACED), { to: 'shipped' }, PLACED)
    expect(() => correct(shipped)).toThrow(/shipped/)
    expect(() => correct(move(order, { to: 'cancelled' }, PLACED))).toThrow(/cancelled/)
  })

  it('is refused to who had another state of the order before them, and when it is the same', () => {
    expect(() => correct(order, shippingAddress, order.revision + 1)).toThrow(/changed/)
    expect(() => correct(order, { ...order.shippingAddress })).toThrow()
    expect(() => correct(order, { ...order.shippingAddress, address2: '' }), 'an empty line is none').toThrow()
  })

  it('is corrected fifty times at most, not counting what others did with the order', () => {
    const entry = { from: 'pending', to: 'pending', by: 'staff' } as HistoryEntry
    const others = [
      { ...entry, to: 'processing' as const },
      { ...entry, by: 'customer' as const },
    ]
    const corrections = (count: number) => Array.from({ length: count }, () => entry)
    expect(() => checkRoomForCorrection([...corrections(49), ...others])).not.toThrow()
    expect(() => checkRoomForCorrection([...corrections(50), ...others])).toThrow(/50/)
  })

  it('is one line without what it does not have', () => {
    const line = 'Dana Whitfield, 12 Paper Street, Stafford, TX 77477, US'
    expect(inOneLine(order.shippingAddress)).toBe(line)
    expect(inOneLine({ ...order.shippingAddress, address2: 'Apt 4' })).toBe(line.replace(', Staf', ', Apt 4, Staf'))
  })
})
