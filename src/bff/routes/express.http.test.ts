import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { Order } from '#contracts/orders'
import { formatDay } from '#platform/time/business-days'
import { estimateDelivery } from '#platform/time/delivery-estimate'
import { parseDecimal } from '#platform/shared-kernel/money'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { staffScript } from '../testing/staff-requests.ts'
import { aCountedProduct, anOrder, aProvedCustomer, type SignedIn } from '../testing/shop-requests.ts'

let mails: MailServer
let shop: RunningShop
let customer: SignedIn
let product: Product
beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({ EXPRESS_SHIPPING_CENTS: '1999', SMTP_URL: mails.url })
  customer = await aProvedCustomer(shop)
  product = await aCountedProduct(shop, 12)
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

const http = () => request(shop.app.server)
const cents = (amount: string) => parseDecimal(amount) ?? 0
let sent = 0
const send = (changes: object = {}, quantity = 1) =>
  http()
    .post('/api/orders')
    .set(customer.bearer)
    .send(anOrder(product, { sessionId: `express-${++sent}`, customerEmail: customer.email, ...changes }, { quantity }))
const EXPRESS = { shippingMethod: 'express', shippingPrice: '19.99' }
const place = async (changes: object = EXPRESS, quantity = 1) =>
  Order.parse((await send(changes, quantity).expect(201)).body)
const mailsAbout = (subject: string) =>
  eventually(() => {
    const found = mails.received.filter((mail) => mail.to === customer.email && mail.subject === subject)
    expect(found).toHaveLength(1)
    return found[0]
  })

describe('an order by express', () => {
  it('costs what express costs instead of standard shipping, also above the amount that ships free', async () => {
    const [express, standard] = [await place(), await place({})]
    expect(express).toMatchObject({ shippingMethod: 'express', shipping: '19.99' })
    expect(standard.shippingMethod).toBe('standard')
    expect(cents(express.totalAmount)).toBe(cents(express.subtotal) + cents(express.tax) + 1999)
    expect(cents(express.subtotal)).toBe(cents(standard.subtotal))
    const large = await place(EXPRESS, Math.ceil(10_000 / cents(product.price)) + 1)
    expect(cents(large.subtotal)).toBeGreaterThan(9900)
    expect(large.shipping).toBe('19.99')
    expect((await place({ shippingMethod: 'express' })).shipping).toBe('19.99')
  })

  it('is refused at another price than the customer saw, and nothing is ordered', async () => {
    const count = () => shop.shop.database.connection.collection('orders').countDocuments()
    const before = await count()
    const answer = await send({ shippingMethod: 'express', shippingPrice: '14.99' }).expect(409)
    expect(answer.body).toMatchObject({
      code: 'EXPRESS_CHANGED',
      message: 'Express shipping costs $19.99 now. Please reload the page and order again.',
    })
    await send({ shippingMethod: 'overnight' }).expect(400)
    await send({ shippingMethod: 'express', shippingPrice: '-1' }).expect(400)
    expect(await count()).toBe(before)
  })

  it('is not the same purchase as one with standard shipping under the same key', async () => {
    const key = { sessionId: 'one-purchase' }
    const { id } = await place({ ...EXPRESS, ...key })
    expect((await send({ ...EXPRESS, ...key })).body.id).toBe(id)
    await send(key).expect(422)
  })

  it('keeps its price when the customer takes pieces out', async () => {
    const { id } = await place(EXPRESS, 2)
    const body = { items: [{ productId: product.id, line: 1, quantity: 1 }] }
    const changed = Order.parse(
      (await http().put(`/api/user/orders/${id}`).set(customer.bearer).send(body).expect(200)).body,
    )
    expect(changed).toMatchObject({ shippingMethod: 'express', shipping: '19.99' })
    expect(cents(changed.totalAmount)).toBe(cents(changed.subtotal) + cents(changed.tax) + 1999)
  })

  it('says so in its mails, tracking and account, to staff and in their CSV', async () => {
    const { id, createdAt } = await place()
    const confirmation = await mailsAbout(`Your order #${id} is confirmed`)
    expect(confirmation?.text).toContain('Express shipping')
    expect(confirmation?.text).toContain('$19.99')
    const { latest } = estimateDelivery(new Date(createdAt), 'express')
    expect(confirmation?.text).toContain(`Expected delivery: ${formatDay(latest)}.`)

    const track = { number: String(id), email: customer.email }
    const tracked = await http().post('/api/orders/track').send(track).expect(200)
    expect(tracked.body).toMatchObject({ shippingMethod: 'express', estimatedDelivery: '1-2 business days' })

    for (const to of ['processing', 'shipped'] as const) {
      await shop.shop.orders.requestMove({ orderId: id, to, by: 'staff', networkAddress: '127.0.0.1', reason: null })
      await eventually(async () => {
        const own = await http().get(`/api/user/orders/${id}`).set(customer.bearer).expect(200)
        expect(own.body.status).toBe(to)
      })
    }
    const shipped = await mailsAbout(`Your order #${id} is on its way`)
    expect(shipped?.text).toContain('Expected delivery: 1-2 business days')

    const staff = await staffScript(shop)
    const seen = await http().get(`/api/admin/orders/${id}`).set(staff).expect(200)
    expect(seen.body).toMatchObject({ shippingMethod: 'express', shipping: '19.99' })
    const csv = (await http().get(`/api/admin/orders.csv?search=${id}`).set(staff).expect(200)).text
    const [head = '', row = ''] = csv.split('\r\n')
    expect(head.split(',').at(-1)).toBe('Delivery')
    expect(row.split(',').at(-1)).toBe('express')
  })

  it('is standard where an order of a former version says nothing', async () => {
    const { id } = await place()
    await shop.shop.database.connection
      .collection<{ _id: number }>('orders')
      .updateOne({ _id: id }, { $unset: { shippingMethod: '' } })
    const own = await http().get(`/api/user/orders/${id}`).set(customer.bearer).expect(200)
    expect(own.body.shippingMethod).toBe('standard')
  })
})

describe('the pages of a shop that offers express', () => {
  it.each(['/', '/faq', '/support', '/terms', '/track'])(
    'say on %s, also without script, what it costs',
    async (path) => {
      const { text } = await http().get(path).set('Accept', 'text/html').expect(200)
      const shown = text.replace(/<script[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '')
      expect(shown).toContain('$19.99')
      expect(shown).not.toContain('arranged by phone')
      expect(shown).not.toMatch(/express by phone/i)
    },
  )

  it('say so on a product', async () => {
    const { text } = await http().get(`/products/${product.id}`).redirects(1).set('Accept', 'text/html').expect(200)
    expect(text.replaceAll(/<[^>]*>/g, '')).toContain('express 1-2 business days for $19.99')
  })
})
