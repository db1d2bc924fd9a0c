import type { Database } from '#platform/database/database'
import type { OrderRequest } from '../domain/placement.ts'
import { orderCollection } from '../persistence/order-document.ts'
import { toDocument } from '../persistence/order-mapping.ts'

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
    accountEmail: 'dana@example.com',
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

const SOME_DAY = new Date('2026-03-14T10:00:00Z')

/**
 * Stores delivered orders of three lines each in the database, as if a customer had placed them.
 * @param productIdsOf the products of an order, by its place
 */
export async function storeOrders(
  database: Database,
  customerId: string,
  count: number,
  productIdsOf: (index: number) => readonly number[] = () => [1, 2, 3],
): Promise<void> {
  const { customerEmail, customerName, customerPhone, shippingAddress, billingAddress, ...purchase } = aPurchase()
  const history = {
    from: null,
    to: 'pending',
    by: 'customer',
    person: null,
    reason: null,
    at: SOME_DAY,
    jobId: null,
  } as const
  const lineOf = (productId: number) => ({
    productId,
    productName: `Printer ${productId}`,
    sku: `SKU-${productId}`,
    image: '/images/products/1.svg',
    quantity: 1,
    priceCents: 10_000,
  })
  const documents = Array.from({ length: count }, (_, index) =>
    toDocument(
      {
        id: 500_000 + index,
        customerId,
        sessionId: null,
        customerEmail,
        customerName,
        customerPhone,
        shippingAddress,
        billingAddress,
        paymentMethod: purchase.paymentMethod,
        shippingMethod: purchase.shippingMethod,
        card: { brand: null, last4: null },
        lines: productIdsOf(index).map(lineOf),
        subtotalCents: 30_000,
        shippingCents: 0,
        taxCents: 0,
        totalCents: 30_000,
        status: 'delivered',
        carrier: 'UPS',
        trackingNumber: `1Z${index}`,
        estimatedDelivery: 'Delivered',
        trackingEvents: [{ status: 'delivered', location: null, timestamp: SOME_DAY, completed: true }],
        createdAt: SOME_DAY,
        updatedAt: SOME_DAY,
        awaitsRelease: false,
        reviewEndsAt: SOME_DAY,
        invoice: null,
        returns: [],
        refunds: [],
        notes: [],
        revision: 0,
      },
      [history],
    ),
  )
  await orderCollection(database).insertMany(documents)
}
