import { describe, expect, it } from 'vitest'
import { amountOf, namedParts, refundParts, type Refundable } from './refund-amount.ts'

function anOrder(refundable: string, ofLines: readonly string[], refundableShipping = '0.00'): Refundable {
  const items = ofLines.map((left, index) => ({
    id: index + 1,
    name: `Printer ${index + 1}`,
    quantity: 2,
    refundable: left,
  }))
  return { items: items as unknown as Refundable['items'], refundable, refundableShipping }
}

describe('the parts of an order that can be refunded', () => {
  it('are the lines and the shipping of which something is left to give back', () => {
    expect(refundParts(anOrder('63.99', ['54.00', '0.00'], '9.99'), new Set())).toEqual([
      { key: 'line 1', label: '2 × Printer 1', cents: 5_400, item: 1 },
      { key: 'shipping', label: 'Shipping', cents: 999, item: null },
    ])
    expect(refundParts(anOrder('20.00', ['20.00']), new Set())).toHaveLength(1)
  })

  it('come to what is left of them, and never to more than may still be given back', () => {
    const order = anOrder('60.00', ['54.00', '20.00'], '9.99')
    expect(amountOf(order, new Set())).toBe('60.00')
    expect(amountOf(order, new Set(['line 2']))).toBe('20.00')
    expect(amountOf(order, new Set(['line 2', 'shipping']))).toBe('29.99')
    expect(amountOf(order, new Set(['line 1', 'line 2']))).toBe('60.00')
  })

  it('are named in the refund', () => {
    const order = anOrder('60.00', ['54.00', '20.00'], '9.99')
    expect(namedParts(order, new Set())).toEqual({ items: [], shipping: false })
    expect(namedParts(order, new Set(['shipping', 'line 2']))).toEqual({ items: [2], shipping: true })
  })

  it('stay chosen when a colleague gives them back meanwhile, so that nothing else is refunded instead', () => {
    const [order, chosen] = [anOrder('20.00', ['0.00', '20.00']), new Set(['line 1'])]
    expect(refundParts(order, chosen).map(({ key, cents }) => [key, cents])).toEqual([
      ['line 1', 0],
      ['line 2', 2_000],
    ])
    expect(amountOf(order, chosen)).toBe('0.00')
    expect(namedParts(order, chosen)).toEqual({ items: [1], shipping: false })
  })
})
