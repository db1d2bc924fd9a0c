import { expect, test } from 'vitest'
import { anOrder } from '../../testing/an-order.ts'
import { placedOrderIn, placedOrderState } from './placed-order.ts'

const order = anOrder({
  id: 100_017,
  items: [{ productId: 1, productName: 'LaserJet', image: '', quantity: 2, price: '10.00', total: '20.00' }],
})
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
  [
    'an address without a city',
    { ...state, placedOrder: { ...order, shippingAddress: { ...order.shippingAddress, city: 7 } } },
  ],
  ['an order without a moment', { ...state, placedOrder: { ...order, createdAt: 'yesterday' } }],
  ['an order without a total', { ...state, placedOrder: { ...order, totalAmount: 'much' } }],
])('%s is no confirmation', (_what, other) => {
  expect(placedOrderIn(other, 'ada')).toBeNull()
})
