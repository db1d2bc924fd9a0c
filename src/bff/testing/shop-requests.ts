import { randomUUID } from 'node:crypto'
import request from 'supertest'
import type { Product } from '#contracts/catalog'
import { eventually } from '../../testing/eventually.ts'
import type { RunningShop } from '../../testing/start-shop.ts'

export interface SignedIn {
  readonly token: string
  readonly email: string
  /** For `.set(...)`. */
  readonly bearer: { readonly Authorization: string }
}

export const PASSWORD = 'Quiet-Harbour-42'

/** What is said to a password that guessers try first. */
export const TOO_COMMON =
  'This password is too common. Choose a few words that have nothing to do with each other, with you or with this shop.'

/** Registers and signs in a new customer, who tries again when a busy machine makes the shop send them away. */
export async function aCustomer({ app }: RunningShop): Promise<SignedIn> {
  return eventually(async () => {
    const email = `${randomUUID()}@example.com`
    const answer = await request(app.server)
      .post('/api/register')
      .send({ firstName: 'Ada', lastName: 'Byron', email, phone: '5551234567', password: PASSWORD })
      .expect(201)
    const token = String(answer.body.token)
    return { token, email, bearer: { Authorization: `Bearer ${token}` } }
  })
}

/** As if the customer had opened the link in the mail to this address. */
export async function proveAddress({ shop }: RunningShop, email: string): Promise<void> {
  await shop.database.connection.collection('users').updateOne({ email }, { $set: { isEmailVerified: true } })
}

/** A new customer who has confirmed their address, and so may hold more in open orders. */
export async function aProvedCustomer(shop: RunningShop): Promise<SignedIn> {
  const customer = await aCustomer(shop)
  await shop.shop.database.connection
    .collection('users')
    .updateOne({ email: customer.email }, { $set: { isEmailVerified: true } })
  return customer
}

export async function productsOf({ app }: RunningShop): Promise<Product[]> {
  return (await request(app.server).get('/api/products').expect(200)).body as Product[]
}

/** A product on sale with at least so many pieces in stock. */
export async function aCountedProduct(shop: RunningShop, pieces = 5): Promise<Product> {
  const found = (await productsOf(shop)).find((product) => product.inStock && product.stockQuantity >= pieces)
  if (found === undefined) throw new Error(`No product has ${pieces} pieces.`)
  return found
}

const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Byron',
  address: '12 Elm Street',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62704',
  country: 'US',
}

/** The body of an order as the checkout sends it, with the test's changes. */
export function anOrder(
  product: Product,
  changes: Record<string, unknown> = {},
  line: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    sessionId: `session_${Date.now()}`,
    userId: 'somebody-else',
    customerEmail: 'ada@example.com',
    customerName: 'Ada Byron',
    customerPhone: null,
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    totalAmount: '1.00',
    items: [
      {
        productId: product.id,
        productName: product.name,
        quantity: 1,
        price: Number(product.price),
        total: '1.00',
        ...line,
      },
    ],
    ...changes,
  }
}
