import { describe, expect, it } from 'vitest'
import type { Order } from '../domain/order.ts'
import { move } from '../domain/order-moves.ts'
import type { OrderStatus } from '../domain/order-status.ts'
import { newOrder } from '../domain/placement.ts'
import { aPurchase } from '../testing/order-builder.ts'
import { statusMail } from './status-mail.ts'

const NOW = new Date('2026-03-01T18:00:00.000Z')
const STEPS = {
  pending: [],
  processing: ['processing'],
  shipped: ['processing', 'shipped'],
  delivered: ['processing', 'shipped', 'delivered'],
  cancelled: ['cancelled'],
} as const

function anOrderThatIs(
  status: OrderStatus,
  fields: Parameters<typeof aPurchase>[0] = {},
  productName = 'HP DeskJet 4155e',
): Order {
  const lines = [{ productId: 1, productName, sku: null, image: '', quantity: 2, priceCents: 9_900 }]
  const placed = newOrder(aPurchase(fields), lines, {
    id: 100_001,
    now: NOW,
    reviewMinutes: 60,
    releaseAboveCents: 1_000_000,
    expressShippingCents: null,
  })
  return STEPS[status].reduce<Order>((order, to) => move(order, { to }, NOW), placed)
}

describe('the mail about a step', () => {
  it.each([
    ['processing', 'We are packing your order #100001'],
    ['shipped', 'Your order #100001 is on its way'],
    ['delivered', 'Your order #100001 was delivered'],
    ['cancelled', 'Your order #100001 was cancelled'],
  ] as const)('informs the customer that an order is %s', (status, subject) => {
    const mail = statusMail(anOrderThatIs(status), status, { publicUrl: null })
    expect(mail).toMatchObject({ to: { name: 'Dana Whitfield', address: 'dana@example.com' }, subject })
    for (const form of [mail?.text, mail?.html]) {
      expect(form).toContain('2 x HP DeskJet 4155e')
      expect(form).toContain('#100001')
    }
  })

  it('is not written when an order is placed: the confirmation is', () => {
    expect(statusMail(anOrderThatIs('pending'), 'pending', { publicUrl: null })).toBeNull()
  })

  it('is not written to a customer who asked for erasure', () => {
    expect(
      statusMail(anOrderThatIs('delivered', { customerEmail: 'erased' }), 'delivered', { publicUrl: null }),
    ).toBeNull()
  })

  it('has the tracking number when it ships', () => {
    const mail = statusMail(anOrderThatIs('shipped'), 'shipped', { publicUrl: null })
    expect(mail?.text).toContain('Carrier: UPS\nTracking number: 1Z0000100001\nExpected delivery: 3-5 business days')
    expect(mail?.html).toContain('1Z0000100001')
  })

  it('says what was expected when the order shipped, although it was delivered before the mail went out', () => {
    const mail = statusMail(anOrderThatIs('delivered'), 'shipped', { publicUrl: null })
    expect(mail?.text).toContain('Carrier: UPS\nTracking number: 1Z0000100001\nExpected delivery: 3-5 business days')
    expect(mail?.text).not.toContain('Delivered')
  })

  it('leads to the shop where the shop knows its address, and nowhere else', () => {
    expect(statusMail(anOrderThatIs('shipped'), 'shipped', { publicUrl: 'https://shop.example.com' })?.html).toContain(
      'href="https://shop.example.com/track"',
    )
    const without = statusMail(anOrderThatIs('shipped'), 'shipped', { publicUrl: null })
    expect(without?.html).not.toContain('href=')
    expect(without?.text).not.toContain('http')
  })

  it('leads to the invoice once there is one, and not when the order was cancelled', () => {
    const invoice = { number: 100_007, at: new Date('2026-03-05T12:00:00.000Z') }
    const mailOf = (status: OrderStatus, about: Pick<Order, 'invoice'>) =>
      statusMail({ ...anOrderThatIs(status), ...about }, status, { publicUrl: 'https://shop.example.com' })?.text
    const link = 'https://shop.example.com/account?order=100001'
    expect(mailOf('shipped', { invoice })).toContain(link)
    expect(mailOf('delivered', { invoice })).toContain(link)
    expect(mailOf('processing', { invoice: null })).not.toContain(link)
    expect(mailOf('cancelled', { invoice })).not.toContain(link)
  })

  it('shows names of products as they are written, and of a name of a customer the letters', () => {
    const customerName = '<img src=x onerror=alert(1)> & "Co"'
    const mail = statusMail(
      anOrderThatIs('cancelled', { customerName }, '<a href="https://evil.example">Printer</a>'),
      'cancelled',
      { publicUrl: null },
    )
    expect(mail?.personal.html).toContain('Hello img src x onerror alert Co,')
    expect(mail?.personal.text).toContain('Hello img src x onerror alert Co,')
    for (const html of [mail?.html, mail?.personal.html]) {
      expect(html).toContain('2 x &lt;a href=&quot;https://evil.example&quot;&gt;Printer&lt;/a&gt;')
      expect(html).not.toContain('<img')
      expect(html).not.toContain('<a ')
    }
    expect(mail?.text).toContain('Hello,')
  })
})
