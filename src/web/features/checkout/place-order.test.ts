import { describe, expect, test } from 'vitest'
import { PlaceOrderBody } from '#contracts/orders'
import { costsOf } from '#platform/shared-kernel/money'
import { ApiError } from '../../lib/api-client.ts'
import { anOrder } from '../../testing/an-order.ts'
import { newSessionId, orderPayload, OrderFailed, problemSentence } from './place-order.ts'

const shippingAddress = { ...anOrder().shippingAddress, country: 'US' as const }
const form = {
  customerEmail: 'ada@example.com',
  customerName: 'Ada Marlow',
  customerPhone: '',
  ageVerification: true,
  paymentMethod: 'cash_on_delivery' as const,
  shippingMethod: 'standard' as const,
  sameAsBilling: true,
  shippingAddress,
  cardNumber: '4242424242424242',
  expiryDate: '12/30',
  cvv: '987',
  cardName: 'Canary Holder',
}
const lines = [{ productId: 3, quantity: 2, product: { name: 'SELPHY', price: '19.90', image: 'a.svg' } }]
const order = {
  lines,
  costs: costsOf([{ priceCents: 1990, quantity: 2 }]),
  userId: 'u1',
  card: null,
  expressCents: null,
  sessionId: newSessionId(1_700_000_000_000),
}

describe('what is sent for an order', () => {
  test('names express and the price that the customer saw', () => {
    const payload = orderPayload(form, { ...order, expressCents: 1999 })
    expect(payload).toMatchObject({ shippingMethod: 'express', shippingPrice: '19.99' })
    expect(PlaceOrderBody.safeParse(payload).success).toBe(true)
    expect(orderPayload(form, order)).not.toHaveProperty('shippingMethod')
  })

  test('is what the specification says and what the contract accepts', () => {
    const payload = orderPayload(form, order)
    expect(payload).toEqual({
      sessionId: 'session-1700000000000',
      userId: 'u1',
      customerEmail: 'ada@example.com',
      customerName: 'Ada Marlow',
      customerPhone: null,
      shippingAddress,
      billingAddress: shippingAddress,
      totalAmount: '52.97',
      items: [{ productId: 3, productName: 'SELPHY', quantity: 2, price: 19.9, total: '39.80' }],
      paymentMethod: 'cash_on_delivery',
    })
    expect(PlaceOrderBody.safeParse(payload).success).toBe(true)
  })

  test('has the billing address when it differs', () => {
    const billingAddress = { ...shippingAddress, address2: undefined, city: 'Norman' }
    expect(orderPayload({ ...form, sameAsBilling: false, billingAddress }, order).billingAddress).toEqual(
      billingAddress,
    )
  })

  test('has the brand and last four digits of a card, and nothing else of it', () => {
    const payload = orderPayload(
      { ...form, paymentMethod: 'pay_with_card' },
      { ...order, card: { brand: 'Visa', last4: '4242' } },
    )
    expect(payload).toMatchObject({ paymentMethod: 'pay_with_card', cardBrand: 'Visa', cardLast4: '4242' })
    expect(JSON.stringify(payload)).not.toMatch(/4242424242424242|987|Canary|12\/30|cardNumber|cvv/)
  })
})

describe('an order that was refused', () => {
  const refused = (status: number, details?: unknown) =>
    new OrderFailed(new ApiError(status, 'Nope', JSON.stringify({ code: 'X', message: 'x', requestId: 'r', details })))

  test('has its status', () => {
    expect(refused(401).message).toBe('Order failed: 401')
    expect(refused(500, { lines: [{ productId: 1 }] }).problems).toEqual([])
  })

  test('names the lines that were refused, and tolerates unknown details', () => {
    const lines = [{ productId: 3, productName: 'SELPHY', sentPrice: '19.90', price: '21.00' }]
    expect(refused(409, { lines }).problems).toEqual(lines)
    for (const details of [undefined, null, 'x', {}, { lines: 'x' }, { lines: [null, {}, { productId: 'x' }] }]) {
      expect(refused(422, details).problems).toEqual([])
    }
  })

  test('names the order that an earlier try placed', () => {
    const reused = (code: string, details: unknown) =>
      new OrderFailed(new ApiError(422, 'Nope', JSON.stringify({ code, message: 'Look.', requestId: 'r', details })))
    expect(reused('IDEMPOTENCY_KEY_REUSED', { orderId: 100_001 }).placedOrderId).toBe(100_001)
    expect(reused('IDEMPOTENCY_KEY_REUSED', { orderId: 'x' }).placedOrderId).toBeNull()
    expect(reused('IDEMPOTENCY_KEY_REUSED', undefined).placedOrderId).toBeNull()
    expect(reused('UNKNOWN_PRODUCT', { orderId: 100_001 }).placedOrderId).toBeNull()
  })

  test('says what helps against a limit', () => {
    const limited = (code: string, details?: unknown) =>
      new OrderFailed(new ApiError(409, 'Nope', JSON.stringify({ code, message: 'Do this.', requestId: 'r', details })))
    expect(limited('TOO_MANY_PIECES', { lines: [], confirmEmail: true }).limit).toEqual({
      sentence: 'Do this.',
      asksToConfirmEmail: true,
    })
    expect(limited('TOO_MANY_ORDERS').limit).toEqual({ sentence: 'Do this.', asksToConfirmEmail: false })
    expect(limited('PRICE_CHANGED', { confirmEmail: true }).limit).toBeNull()
  })

  test.each([
    [{ sentPrice: '19.90', price: '21.00' }, 'SELPHY now costs $21.00 instead of $19.90.'],
    [{ requested: 5, available: 2 }, 'Only 2 are left of SELPHY; you asked for 5.'],
    [{ requested: 5, available: 1 }, 'Only 1 is left of SELPHY; you asked for 5.'],
    [{ requested: 5, available: 0 }, 'SELPHY is out of stock.'],
    [{ requested: 12, allowed: 10 }, 'SELPHY: you can order 10 now; you asked for 12.'],
    [{ requested: 1, allowed: 0 }, 'SELPHY: you have as many as you can order before they are shipped.'],
    [{}, 'SELPHY is no longer available.'],
  ])('with %j reads: %s', (problem, sentence) => {
    expect(problemSentence({ productId: 3, productName: 'SELPHY', ...problem }, 'SELPHY')).toBe(sentence)
  })
})
