import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { SCREENS } from '#contracts/screens'
import { startShop, type RunningShop } from '../../testing/start-shop.ts'
import { staffScript } from '../testing/staff-requests.ts'

/** What V8 keeps at two bytes a letter, and with it the whole text in which it stands. */
const WIDE = /[^\0-\u00FF]/u
const WORDS = '„Größe“ – Ελληνικά 打印机 🖨️ & <b>'

describe('every page', () => {
  let shop: RunningShop
  let id: number
  beforeAll(async () => {
    shop = await startShop()
    const { body } = await request(shop.app.server)
      .post('/api/admin/products')
      .set(await staffScript(shop))
      .send({
        name: `Printer ${WORDS}`,
        brand: WORDS,
        description: WORDS,
        price: '179.99',
        features: [WORDS],
        specifications: { [WORDS]: WORDS },
        tags: ['sale'],
      })
      .expect(201)
    ;({ id } = body as Product)
  })
  afterAll(() => shop.stop())

  it.each([
    ...Object.values(SCREENS).map(({ path }) => path),
    `/products?search=${encodeURIComponent(WORDS)}`,
    `/products?brand=${encodeURIComponent(WORDS)}`,
  ])('%s is sent in letters of one byte each, whatever letters its words have', async (path) => {
    const address = path.replace(':id', String(id)).replace(/^\*/, '/nowhere').replace('*', 'nowhere')
    const { text, headers } = await request(shop.app.server).get(address)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(WIDE.exec(text)).toBeNull()
  })

  it('of a product shows its words as they were written', async () => {
    const { text } = await request(shop.app.server).get(`/products/${id}`).expect(200)
    expect(text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toContain(
      `Printer ${WORDS.replace('&', '&amp;').replace('<b>', '&lt;b&gt;')}`,
    )
  })
})
