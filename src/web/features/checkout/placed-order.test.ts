import { expect, test } from 'vitest'
import type { Order } from '#contracts/orders'
import { placedOrderIn, placedOrderState } from './placed-order.ts'

const address = {
  firstName: 'Ada',
  lastName: 'Marlow',
  address: '12 Quire Lane',
  address2: null,
  city: 'Tulsa',
  state: 'OK',
  zipCode: '74103',
  country: 'US',
}
const order: Order = {
  id: 100_017,
  status: 'pending',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  customerEmail: 'ada@example.com',
  customerName: 'Ada Marlow',
  customerPhone: null,
  customerAddress: '12 Quire Lane, Tulsa, OK 74103, US',
  shippingAddress: address,
  billingAddress: address,
  items: [{ productId: 1, productName: 'LaserJet', image: '', quantity: 2, price: '10.00', total: '20.00' }],
  subtotal: '20.00',
  shipping: '9.99',
  tax: '1.60',
  refunded: '0.00',
  totalAmount: '31.59',
  paymentMethod: 'cash_on_delivery',
  shippingMethod: 'standard',
  cardBrand: null,
  cardLast4: null,
  carrier: null,
  trackingNumber: null,
  estimatedDelivery: null,
  trackingEvents: [],
  cancellableUntil: null,
  changeableUntil: null,
  invoice: null,
  returns: [],
  returnable: null,
}
const state = placedOrderState(order, 'ada')

test('a history entry keeps the order for the customer who placed it', () => {
  const reloaded: unknown = JSON.parse(JSON.stringify(state))
  expect(placedOrderIn(reloaded, 'ada')).toEqual(order)
})

test('another customer of the same browser does not see the order', () => {
  expect(placedOrderIn(state, 'grace')).toBeNull()
  expect(placedOrderIn(state, null)).toBeNull()
})

test.each([
  ['no state', null],
  ['the state of another screen', { returnTo: '/cart' }],
  ['no order', { placedBy: 'ada' }],
  ['an order without lines', { ...state, placedOrder: { ...order, items: undefined } }],
  ['a line without a price', { ...state, placedOrder: { ...order, items: [{ ...order.items[0], price: null }] } }],
  ['an order without an address', { ...state, placedOrder: { ...order, shippingAddress: 'Tulsa' } }],
  ['an address without a city', { ...state, placedOrder: { ...order, shippingAddress: { ...address, city: 7 } } }],
  ['an order without a moment', { ...state, placedOrder: { ...order, createdAt: 'yesterday' } }],
  ['an order without a total', { ...state, placedOrder: { ...order, totalAmount: 'much' } }],
])('%s is no confirmation', (_what, other) => {
  expect(placedOrderIn(other, 'ada')).toBeNull()
})
