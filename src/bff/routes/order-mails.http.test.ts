import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#contracts/orders'
import { eventually } from '../../testing/eventually.ts'
import { startMailServer, type MailServer } from '../../testing/mail-server.ts'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { aCountedProduct, aCustomer, anOrder, proveAddress } from '../testing/shop-requests.ts'

let mails: MailServer
let shop: RunningShop

beforeAll(async () => {
  mails = await startMailServer()
  shop = await startShop({
    SMTP_URL: mails.url,
    PUBLIC_URL: 'https://shop.example.com/',
    MAIL_FROM: 'Superprinter <shop@example.com>',
  })
})
afterAll(async () => {
  await shop.stop()
  await mails.stop()
})

/** The subjects of the mails about one order, without those about anything else. */
const about = (id: number) => mails.received.filter(({ subject }) => subject.includes(`#${id}`))
const subjects = (id: number) => about(id).map(({ subject }) => subject)

describe('what a customer reads about an order', () => {
  it('is one mail for each of its steps, in text and HTML, from order to doorstep', async () => {
    const customer = await aCustomer(shop)
    await proveAddress(shop, customer.email)
    const product = await aCountedProduct(shop)
    const place = async () =>
      (
        await request(shop.app.server)
          .post('/api/orders')
          .set(customer.bearer)
          .send(anOrder(product, { customerEmail: customer.email, customerName: 'Zoë Özdemir' }))
          .expect(201)
      ).body as Order
    const { id } = await place()
    const expected = [`Your order #${id} is confirmed`]
    await eventually(() => expect(subjects(id)).toEqual(expected))
    for (const [to, subject] of [
      ['processing', `We are packing your order #${id}`],
      ['shipped', `Your order #${id} is on its way`],
      ['delivered', `Your order #${id} was delivered`],
    ] as const) {
      await shop.shop.orders.requestMove({ orderId: id, to, by: 'staff', networkAddress: '127.0.0.1', reason: null })
      expected.push(subject)
      await eventually(() => expect(subjects(id)).toEqual(expected))
    }
    const corrected = await place()
    const read = await shop.shop.orders.getOrderForStaff(corrected.id)
    await shop.shop.orders.correctAddress({
      orderId: corrected.id,
      revision: read.order.revision,
      shippingAddress: { ...read.order.shippingAddress, city: 'Nacogdoches' },
      reason: 'The customer called.',
      networkAddress: '127.0.0.1',
    })
    await eventually(() =>
      expect(subjects(corrected.id).toSorted()).toEqual([
        `Your order #${corrected.id} is confirmed`,
        `Your order #${corrected.id} was changed`,
      ]),
    )
    const { text } = about(corrected.id).find(({ subject }) => subject.includes('was changed')) ?? {}
    expect(text).toContain('We corrected the delivery address.')
    expect(text).toContain('Nacogdoches')
    expect(text).not.toContain('The customer called.')
    const cancelled = await place()
    await eventually(() => expect(subjects(cancelled.id)).toHaveLength(1))
    await request(shop.app.server).post(`/api/user/orders/${cancelled.id}/cancel`).set(customer.bearer).expect(200)
    await eventually(() =>
      expect(subjects(cancelled.id).sort()).toEqual([
        `Your order #${cancelled.id} is confirmed`,
        `Your order #${cancelled.id} was cancelled`,
      ]),
    )

    const [confirmation, , shipped] = about(id)
    expect(confirmation?.to).toBe(customer.email)
    for (const form of [confirmation?.text, confirmation?.html]) {
      for (const fact of [
        'Hello Zoë Özdemir,',
        product.name,
        '12 Elm Street',
        'Springfield, IL 62704',
        'https://shop.example.com/account',
      ])
        expect(form).toContain(fact)
    }
    expect(shipped?.text).toContain('Tracking number: 1Z0000')
    expect(shipped?.html).toContain('https://shop.example.com/track')
    const all = [...about(id), ...about(cancelled.id)]
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(all.length)
  })
})
