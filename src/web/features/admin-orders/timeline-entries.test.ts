import { describe, expect, it } from 'vitest'
import { timelineOf } from './timeline-entries.ts'

const step = { from: null, to: 'pending', actor: 'customer', person: null, reason: null } as const
const refund = { by: 'Ann', items: [], shipping: '0.00' }
const anItem = (id: number, name: string) => {
  const texts = { name, productName: name, sku: null, image: '' }
  return {
    id,
    productId: id,
    ...texts,
    quantity: 1,
    price: '5.00',
    total: '5.00',
    refundable: '0.00',
    isMadeToOrder: false,
  }
}

describe('the timeline of an order', () => {
  it('has steps, changes, refunds and notes by their time, the latest first, with who it was', () => {
    const entries = timelineOf({
      history: [
        { ...step, at: '2026-03-01T12:00:00.000Z' },
        {
          from: 'pending',
          to: 'pending',
          actor: 'staff',
          person: 'Dana',
          reason: 'Address',
          at: '2026-03-01T14:00:00.000Z',
        },
        {
          from: 'pending',
          to: 'processing',
          actor: 'shop',
          person: null,
          reason: null,
          at: '2026-03-01T15:00:00.000Z',
        },
      ],
      items: [anItem(1, 'Printer'), anItem(2, 'Ink, black')],
      refunds: [
        { ...refund, amount: '12.50', reason: 'Scratched.', at: '2026-03-01T15:30:00.000Z' },
        {
          ...refund,
          amount: '7.25',
          reason: 'Empty.',
          items: [{ id: 2, amount: '4.26' }],
          shipping: '2.99',
          at: '2026-03-01T15:20:00.000Z',
        },
      ],
      notes: [
        { text: 'Ring twice.', by: 'Ann', at: '2026-03-01T13:00:00.000Z' },
        { text: 'Paid.', by: null, at: '2026-03-01T16:00:00.000Z' },
      ],
    })
    expect(entries.map(({ kind, title, who, text }) => [kind, title, who, text])).toEqual([
      ['note', 'Note', 'staff', 'Paid.'],
      ['refund', 'Refunded $12.50', 'Ann', 'Scratched.'],
      ['refund', 'Refunded $7.25 for Ink, black, shipping', 'Ann', 'Empty.'],
      ['step', 'Processing', 'the shop itself', null],
      ['change', 'Changed', 'staff (Dana)', 'Address'],
      ['note', 'Note', 'Ann', 'Ring twice.'],
      ['step', 'Pending', 'the customer', null],
    ])
  })

  it('is empty for an order without a history', () => {
    expect(timelineOf({ items: [], history: [], refunds: [], notes: [] })).toEqual([])
  })
})
