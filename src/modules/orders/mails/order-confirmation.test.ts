import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../domain/order-status.ts'
import { newOrder } from '../domain/placement.ts'
import { aPurchase } from '../testing/order-builder.ts'
import { orderConfirmation } from './order-confirmation.ts'

const lines = [
  { productId: 1, productName: 'HP LaserJet Pro M404dn', sku: null, image: '', quantity: 2, priceCents: 27_900 },
  { productId: 2, productName: 'Canon PIXMA G620', sku: null, image: '', quantity: 1, priceCents: 129_999 },
]

describe('the confirmation mail', () => {
  const now = new Date('2026-03-01T18:00:00.000Z')
  const order = newOrder(aPurchase({ paymentMethod: 'pay_with_card', card: { brand: 'Visa', last4: '4242' } }), lines, {
    id: 100_001,
    now,
    reviewMinutes: 60,
    releaseAboveCents: 1_000_000,
    expressShippingCents: null,
  })
  const mail = orderConfirmation(order, { reviewMinutes: 60, publicUrl: null, now })

  it('goes to the customer and names the order', () => {
    expect(mail.to).toEqual({ name: 'Dana Whitfield', address: 'dana@example.com' })
    expect(mail.subject).toBe('Your order #100001 is confirmed')
  })

  it('has every line, every amount, the address and what happens next, in columns', () => {
    expect(mail.text).toContain(
      [
        'HP LaserJet Pro M404dn',
        '  2 x $279.00                                            $558.00',
        'Canon PIXMA G620',
        '  1 x $1,299.99                                        $1,299.99',
      ].join('\n'),
    )
    expect(mail.text).toContain('Shipping                                                    Free')
    expect(mail.text).toMatch(/Tax +\$148\.64/)
    expect(mail.text).toMatch(/Total +\$2,006\.63/)
    expect(mail.text).toContain('Payment: Card ending in 4242')
    expect(mail.text).toContain('For one hour you can still change or cancel it.')
    expect(mail.text).toContain('Expected delivery: March 8, 2026.')
  })

  it('promises no new review time when the order was changed', () => {
    const changed = orderConfirmation(order, { reviewMinutes: 60, publicUrl: null, now, changedBy: 'customer' })
    expect(changed.text).not.toContain('you can still change')
    expect(changed.text).toContain('We pack it within')
  })

  it.each([
    [1, 'For one minute you can'],
    [2, 'For 2 minutes you can'],
    [60, 'For one hour you can'],
  ])('says how long it can still be changed: %i', (reviewMinutes, words) => {
    expect(orderConfirmation(order, { reviewMinutes, publicUrl: null, now }).text).toContain(words)
  })

  it('promises nothing that is over when it went out late', () => {
    const later = new Date(order.reviewEndsAt)
    const textOf = (status: OrderStatus) =>
      orderConfirmation({ ...order, status }, { reviewMinutes: 60, publicUrl: null, now: later }).text
    expect(textOf('pending')).not.toContain('you can still change')
    expect(textOf('processing')).toContain('We pack it within')
    expect(textOf('shipped')).not.toContain('What happens next')
  })

  it('names the customer and their address only in the form for their own mailbox', () => {
    expect(mail.personal.text).toContain('Hello Dana Whitfield,')
    expect(mail.personal.text).toContain('  12 Paper Street\n  Stafford, TX 77477\n')
    expect(mail.personal.html).toContain('12 Paper Street')
    for (const form of [mail.text, mail.html]) expect(form).not.toMatch(/Dana|Whitfield|Paper Street|Stafford/)
  })
})
