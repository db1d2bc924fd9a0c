import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StaffOrder } from '#contracts/order-life'
import { costsOf, toDecimal } from '#platform/money'
import { amountOf, refundParts } from './refund-amount.ts'

function anOrder(lines: readonly { readonly priceCents: number; readonly quantity: number }[]): StaffOrder {
  const costs = costsOf(lines)
  return {
    items: lines.map(({ priceCents, quantity }, index) => ({
      id: index + 1,
      name: `Printer ${index + 1}`,
      quantity,
      total: toDecimal(priceCents * quantity),
    })),
    subtotal: toDecimal(costs.subtotalCents),
    shipping: toDecimal(costs.shippingCents),
    tax: toDecimal(costs.taxCents),
    totalAmount: toDecimal(costs.totalCents),
  } as unknown as StaffOrder
}

describe('the parts of an order that can be refunded', () => {
  it('are its lines with their tax, and the shipping where there was one', () => {
    const order = anOrder([{ priceCents: 2_500, quantity: 2 }])
    expect(refundParts(order)).toEqual([
      { key: 'line 1', label: '2 × Printer 1', cents: 5_400 },
      { key: 'shipping', label: 'Shipping', cents: 999 },
    ])
    expect(refundParts(anOrder([{ priceCents: 20_000, quantity: 1 }]))).toHaveLength(1)
  })

  it('come to the total, whatever was bought', () => {
    const line = fc.record({
      priceCents: fc.integer({ min: 1, max: 50_000 }),
      quantity: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const order = anOrder(lines)
        const parts = refundParts(order)
        expect(amountOf(parts, new Set(parts.map(({ key }) => key)), order.totalAmount)).toBe(order.totalAmount)
      }),
    )
  })

  it('never ask for more than may still be given back', () => {
    const parts = refundParts(anOrder([{ priceCents: 20_000, quantity: 1 }]))
    expect(amountOf(parts, new Set(['line 1']), '100.00')).toBe('100.00')
    expect(amountOf(parts, new Set(), '100.00')).toBe('0.00')
  })
})
