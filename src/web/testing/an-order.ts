import type { Order } from '#contracts/orders'

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

/** An order as the server sends it, with the fields that the test overrides. */
export function anOrder(about: Partial<Order> = {}): Order {
  return {
    id: 100001,
    status: 'pending',
    createdAt: '2026-11-21T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
    customerEmail: 'ada@example.com',
    customerName: 'Ada Marlow',
    customerPhone: null,
    customerAddress: '12 Quire Lane, Tulsa, OK 74103, US',
    shippingAddress: address,
    billingAddress: address,
    items: [],
    subtotal: '100.00',
    shipping: '0.00',
    tax: '8.00',
    refunded: '0.00',
    totalAmount: '108.00',
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
    ...about,
  }
}
