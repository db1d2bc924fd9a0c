import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { importClient, type ImportClient } from '../../testing/import-client.ts'
import { productsOf } from '../../testing/shop-requests.ts'
import { staffScript } from '../../testing/staff-requests.ts'

let shop: RunningShop
let imports: ImportClient
let bearer: { readonly Authorization: string }
beforeAll(async () => {
  shop = await startShop({ SEED_DEMO: 'false' })
  bearer = await staffScript(shop)
  imports = importClient(shop, bearer)
})
afterAll(() => shop.stop())

const find = async (sku: string) => (await productsOf(shop)).find((product) => product.sku === sku)

describe('a price list', () => {
  it('creates its products with the specified defaults, and they are found at once', async () => {
    const done = await imports.run(
      'sku,name,brand,price,images,features,is_featured\nA-1,Aster 100,Aster,129.00,/images/a.webp|/images/b.webp,Wi-Fi | Duplex,1\nA-2,Aster 200,Aster,,,,\n',
    )
    expect(done).toMatchObject({
      state: 'finished',
      rowsTotal: 2,
      rowsRead: 2,
      created: 2,
      flagged: 1,
      failed: 0,
      preview: false,
      mode: 'create',
    })
    expect(await find('A-1')).toMatchObject({
      price: '129.00',
      category: 'printers',
      stockQuantity: 0,
      inStock: true,
      isFeatured: true,
      features: ['Wi-Fi', 'Duplex'],
      images: ['/images/products/a.webp', '/images/products/b.webp'],
    })
    expect(await find('A-2')).toMatchObject({ price: '0.00', inStock: false })
    const { rows } = await imports.rows(done.id, '?flagged=true')
    expect(rows).toMatchObject([
      { line: 3, outcome: 'created', warnings: ['No price: the product is not for sale until it has one.'] },
    ])
    const listed = await request(shop.app.server).get('/api/products?search=aster').expect(200)
    expect(listed.headers['x-total-count']).toBe('2')
  })

  it('of numbers and prices alone changes the products that have them, and makes none without a name', async () => {
    await imports.run('sku,name,brand,price\nP-1,Phlox 1,Phlox,10.00\n')
    const list = 'sku,price\nP-1,12.00\nP-2,13.00\n'
    expect((await imports.send(list)).body).toMatchObject({ code: 'COLUMNS_NOT_KNOWN' })
    const done = await imports.run(list, { mode: 'upsert' })
    expect(done).toMatchObject({ state: 'finished', updated: 1, created: 0, failed: 1 })
    expect(await find('P-1')).toMatchObject({ name: 'Phlox 1', price: '12.00' })
    expect((await imports.rows(done.id)).rows).toMatchObject([
      { line: 2, name: 'Phlox 1', outcome: 'updated' },
      { line: 3, name: '', outcome: 'failed', reason: 'No product has the sku "P-2", and a new one needs a name.' },
    ])
  })

  it('is previewed without changing anything, mapped by hand, previewed again and started', async () => {
    const before = await productsOf(shop)
    const answer = await imports.send(
      'Article,Designation,brand,price,Colour\nM-1,Myrtle 5,Myrtle,10.00,red\nA-1,Aster 100,Aster,300.00,blue\n',
      { preview: 'true', mode: 'upsert' },
    )
    const first = await imports.settled(String(answer.body.id))
    expect(first).toMatchObject({ state: 'previewed', preview: true, failed: 2 })
    expect(first.columns).toEqual([
      { header: 'Article', samples: ['M-1', 'A-1'], field: null },
      { header: 'Designation', samples: ['Myrtle 5', 'Aster 100'], field: null },
      { header: 'brand', samples: ['Myrtle', 'Aster'], field: 'brand' },
      { header: 'price', samples: ['10.00', '300.00'], field: 'price' },
      { header: 'Colour', samples: ['red', 'blue'], field: null },
    ])
    await request(shop.app.server)
      .put(`/api/admin/imports/${first.id}/mapping`)
      .set(bearer)
      .send({ mapping: { Article: 'sku', Designation: 'name' } })
      .expect(202)
    const second = await imports.settled(first.id)
    expect(second).toMatchObject({ state: 'previewed', created: 1, updated: 1, failed: 0, flagged: 1 })
    const { rows } = await imports.rows(first.id, '?outcome=updated')
    expect(rows).toMatchObject([
      {
        line: 3,
        changes: [{ field: 'price', before: '129.00', after: '300.00' }],
        warnings: ['The price rises by 133 %: 129.00 → 300.00.'],
      },
    ])
    expect(await productsOf(shop)).toEqual(before)
    await imports.post(`${first.id}/start`).expect(202)
    expect(await imports.settled(first.id)).toMatchObject({ state: 'finished', preview: false, created: 1, updated: 1 })
    expect(await find('A-1')).toMatchObject({ price: '300.00', features: ['Wi-Fi', 'Duplex'] })
    await imports.post(`${first.id}/start`).expect(409)
  })
})
