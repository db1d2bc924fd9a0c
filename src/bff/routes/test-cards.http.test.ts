import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCountedProduct, anOrder, aProvedCustomer, type SignedIn } from '../testing/shop-requests.ts'

let shop: RunningShop
let customer: SignedIn
let product: Product
beforeAll(async () => {
  shop = await startShop({ CARD_TEST_MODE: 'false' })
  customer = await aProvedCustomer(shop)
  product = await aCountedProduct(shop, 3)
})
afterAll(() => shop.stop())

const http = () => request(shop.app.server)
const send = (paymentMethod: string, sessionId: string) =>
  http()
    .post('/api/orders')
    .set(customer.bearer)
    .send(anOrder(product, { sessionId, customerEmail: customer.email, paymentMethod }))

describe('a shop that takes no test cards', () => {
  it('refuses an order that nobody would pay for, takes nothing from stock, and takes payment on delivery', async () => {
    const refused = await send('pay_with_card', 'by-card').expect(409)
    expect(refused.body).toMatchObject({
      code: 'TEST_CARDS_NOT_TAKEN',
      message: 'Cards are not taken here at the moment. Please reload the page and choose another way to pay.',
    })
    const left = async () => (await http().get(`/api/products/${product.id}`).expect(200)).body.stockQuantity
    expect(await left()).toBe(product.stockQuantity)
    for (const way of ['cash_on_delivery', 'card_on_delivery']) await send(way, way).expect(201)
  })

  it('says so to its pages', async () => {
    const page = await http().get('/checkout').set('accept', 'text/html').expect(200)
    const [, data = ''] = /id="page-data"[^>]*>([^<]*)</.exec(page.text) ?? []
    expect(JSON.parse(data)).toMatchObject({ config: { takesTestCards: false } })
  })
})
