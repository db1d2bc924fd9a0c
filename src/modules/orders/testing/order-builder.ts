import type { OrderRequest } from '../domain/placement.ts'

const ADDRESS = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  address: '12 Paper Street',
  address2: null,
  city: 'Stafford',
  state: 'TX',
  zipCode: '77477',
  country: 'US',
}

let purchases = 0

/** A request for one printer under its own key; a test overrides only the fields that it is about. */
export function aPurchase(overrides: Partial<OrderRequest> = {}): OrderRequest {
  return {
    customerId: 'customer-1',
    isEmailProved: true,
    idempotencyKey: `purchase-${++purchases}`,
    sessionId: null,
    customerEmail: 'dana@example.com',
    customerName: 'Dana Whitfield',
    customerPhone: null,
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    paymentMethod: 'cash_on_delivery',
    shippingMethod: 'standard',
    sentShippingCents: null,
    card: { brand: null, last4: null },
    lines: [{ productId: 1, quantity: 1, sentPriceCents: null }],
    ...overrides,
  }
}
