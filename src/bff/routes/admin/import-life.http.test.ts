import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Import } from '#contracts/imports'
import type { Product } from '#contracts/catalog'
import { eventually } from '../../../testing/eventually.ts'
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

const listOf = (prefix: string, count: number, price: (index: number) => string) =>
  `sku,name,brand,price,stockQuantity\n${Array.from({ length: count }, (_, index) => `${prefix}-${index},${prefix} ${index},${prefix},${price(index)},5`).join('\n')}\n`
async function all(prefix: string): Promise<Product[]> {
  return (
    await Promise.all(
      [0, 1, 2].map(
        async (page) =>
          (await request(shop.app.server).get(`/api/products?brand=${prefix}&limit=100&offset=${page * 100}`))
            .body as Product[],
      ),
    )
  ).flat()
}

describe('an updating import', () => {
  it('changes only what differs, keeps or clears by empty cells, and says what is unchanged', async () => {
    await imports.run(
      'sku,name,brand,price,description,originalPrice,stockQuantity\nU-1,Umber,Umber,10.00,Text,12.00,5\nU-2,Ultra,Umber,20.00,Text,,5\n',
    )
    const kept = await imports.run(
      'sku,name,brand,price,description,originalPrice\nU-1,Umber,Umber,10.00,,\nU-2,Ultra,Umber,21.00,,\n',
      { mode: 'upsert' },
    )
    expect(kept).toMatchObject({ unchanged: 1, updated: 1, created: 0 })
    const cleared = await imports.run('sku,name,description,originalPrice,price\nU-1,Umber,,,0\n', {
      mode: 'upsert',
      blank: 'clear',
    })
    expect(cleared).toMatchObject({ updated: 1, flagged: 1 })
    const products = await all('Umber')
    expect(products.find(({ sku }) => sku === 'U-1')).toMatchObject({
      description: '',
      originalPrice: null,
      price: '0.00',
      inStock: false,
      stockQuantity: 5,
    })
    expect(products.find(({ sku }) => sku === 'U-2')).toMatchObject({ description: 'Text', price: '21.00' })
  })

  it('knows products without a sku by brand and name', async () => {
    await imports.run('name,brand,price\nVesper 1,Vesper,10.00\n')
    expect(
      await imports.run('name,brand,price\nVesper 1,Vesper,11.00\nVesper 1,Other,12.00\n', { mode: 'upsert' }),
    ).toMatchObject({ updated: 1, created: 1 })
    expect(await all('Vesper')).toMatchObject([{ price: '11.00' }])
  })

  it('refuses in create mode what exists, so that a file sent twice makes nothing twice', async () => {
    const list = listOf('Twice', 20, () => '9.00')
    const [first, second] = await Promise.all([imports.run(list), imports.run(list)])
    expect((first?.created ?? 0) + (second?.created ?? 0)).toBe(20)
    expect((first?.failed ?? 0) + (second?.failed ?? 0)).toBe(20)
    expect(await all('Twice')).toHaveLength(20)
  })

  it('puts products that only lacked a price back on sale, in preview and import, and off sale again with the undo', async () => {
    await imports.run('sku,name,brand,inStock\nP-1,Poppy,Poppy,\nP-2,Pansy,Poppy,false\n')
    expect(await all('Poppy')).toMatchObject([{ inStock: false }, { inStock: false }])
    const list = 'sku,name,price\nP-1,Poppy,5.00\nP-2,Pansy,6.00\n'
    const previewed = await imports.run(list, { mode: 'upsert', preview: 'true' })
    const promised = (await imports.rows(previewed.id)).rows.map(({ changes }) => changes)
    expect(promised).toEqual([
      [
        { field: 'price', before: '0.00', after: '5.00' },
        { field: 'inStock', before: 'false', after: 'true' },
      ],
      [{ field: 'price', before: '0.00', after: '6.00' }],
    ])
    await imports.post(`${previewed.id}/start`).expect(202)
    await imports.settled(previewed.id)
    expect((await imports.rows(previewed.id)).rows.map(({ changes }) => changes)).toEqual(promised)
    expect(new Map((await all('Poppy')).map(({ sku, inStock }) => [sku, inStock]))).toEqual(
      new Map([
        ['P-1', true],
        ['P-2', false],
      ]),
    )
    await imports.post(`${previewed.id}/undo`).expect(202)
    expect(await imports.settled(previewed.id)).toMatchObject({ undo: { restored: 2, kept: [] } })
    await imports.run(list, { mode: 'upsert' })
    expect((await all('Poppy')).filter(({ inStock }) => inStock)).toHaveLength(1)
  })

  it('sets the stock of counted products from the file, and puts them back on sale', async () => {
    await imports.run('sku,name,brand,price,stockQuantity\nW-1,Willow,Willow,10.00,5\n')
    await imports.run('sku,name,stockQuantity\nW-1,Willow,0\n', { mode: 'upsert' })
    expect(await all('Willow')).toMatchObject([{ stockQuantity: 0, inStock: false }])
    await imports.run('sku,name,stockQuantity\nW-1,Willow,7\n', { mode: 'upsert' })
    expect(await all('Willow')).toMatchObject([{ stockQuantity: 7, inStock: true }])
  })
})

describe('an undo', () => {
  it('removes what was created, puts back what was changed, and keeps and names what was edited since', async () => {
    await imports.run(listOf('Yarrow', 100, () => '50.00'))
    const before = await all('Yarrow')
    const changed = listOf('Yarrow', 200, (index) => `${60 + index}.00`)
    const done = await imports.run(changed, { mode: 'upsert' })
    expect(done).toMatchObject({ created: 100, updated: 100 })
    const products = await all('Yarrow')
    const edited = products.filter(({ sku }) => Number(sku?.split('-')[1]) % 20 === 3)
    expect(edited).toHaveLength(10)
    for (const [index, { id }] of edited.entries()) {
      const edit = [{ name: `Edited ${index}` }, { price: '1.00' }, { description: 'New' }, { isFeatured: true }][
        index % 4
      ]
      await request(shop.app.server).put(`/api/admin/products/${id}`).set(bearer).send(edit).expect(200)
    }
    const asked = await Promise.all([1, 2, 3].map(() => imports.post(`${done.id}/undo`)))
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    const undone = await imports.settled(done.id)
    expect(undone.state).toBe('undone')
    expect(undone.undo).toMatchObject({ removed: 95, restored: 95 })
    expect(undone.undo?.kept.map(({ productId }) => productId).sort((a, b) => a - b)).toEqual(
      edited.map(({ id }) => id).sort((a, b) => a - b),
    )
    expect(undone.undo?.kept.map(({ name }) => name)).toContain('Edited 0')
    const after = await all('Yarrow')
    const keptIds = new Set(edited.map(({ id }) => id))
    const plain = (list: Product[]) =>
      list
        .filter(({ id }) => !keptIds.has(id))
        .map((product) => ({ ...product, updatedAt: null }))
        .sort((a, b) => a.id - b.id)
    expect(plain(after)).toEqual(plain(before))
    expect(after).toHaveLength(105)
    await imports.post(`${done.id}/undo`).expect(409)
  })

  it('restores the words as they were, although they contain the name of a person who has since been erased', async () => {
    await imports.run('sku,name,brand,price,description\nN-1,Nova,Nova,10.00,Ink for Canon Pixma\n')
    const done = await imports.run('sku,name,description\nN-1,Nova,Toner\n', { mode: 'upsert' })
    await shop.shop.admin.personal.erase({
      email: 'canon@example.com',
      reference: 'DR-1',
      dueAt: new Date(),
      typed: { names: ['Canon Pixma'], phones: [], places: [] },
      ownedUntil: null,
    })
    await imports.post(`${done.id}/undo`).expect(202)
    expect(await imports.settled(done.id)).toMatchObject({ undo: { restored: 1, kept: [] } })
    expect(await all('Nova')).toMatchObject([{ description: 'Ink for Canon Pixma' }])
  })

  it('keeps a product off sale that somebody took off sale after the import had removed its price', async () => {
    await imports.run('sku,name,brand,price\nO-1,Olive,Olive,10.00\n')
    const done = await imports.run('sku,name,price\nO-1,Olive,0\n', { mode: 'upsert' })
    const [olive] = await all('Olive')
    expect(olive).toMatchObject({ inStock: false, awaitsPrice: true })
    await request(shop.app.server)
      .put(`/api/admin/products/${olive?.id}`)
      .set(bearer)
      .send({ inStock: false })
      .expect(200)
    await imports.post(`${done.id}/undo`).expect(202)
    expect((await imports.settled(done.id)).undo).toMatchObject({ restored: 0, kept: [{ productId: olive?.id }] })
    expect(await all('Olive')).toMatchObject([{ inStock: false }])
  })
})

describe('an import under way', () => {
  it('is shown on an open page from its first state to its last', async () => {
    const answer = await imports.send(listOf('Stream', 1200, () => '5.00'))
    const stream = await fetch(`${shop.url}/api/admin/imports/${answer.body.id}/stream`, {
      headers: { authorization: bearer.Authorization },
    })
    expect(stream.headers.get('content-type')).toMatch('text/event-stream')
    let text = ''
    const states: Import[] = []
    const decoder = new TextDecoder()
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      states.splice(
        0,
        states.length,
        ...[...text.matchAll(/^event: import\ndata: (.*)\n\n/gm)].map((match) => JSON.parse(match[1] ?? '') as Import),
      )
      if (states.at(-1)?.state === 'finished') break
    }
    expect(states[0]).toMatchObject({ id: answer.body.id, rowsTotal: 1200 })
    expect(states.at(-1)).toMatchObject({ state: 'finished', created: 1200, rowsRead: 1200 })
    expect(states.at(-1)?.rowsPerSecond).toBeGreaterThan(0)
  })

  it('stops when it is cancelled, and what was written can be undone', async () => {
    const count = (await productsOf(shop)).length
    const answer = await imports.send(listOf('Cancel', 20_000, () => '5.00'))
    const id = String(answer.body.id)
    await eventually(async () => expect((await imports.get(id)).created).toBeGreaterThan(0))
    expect((await imports.post(`${id}/cancel`)).body).toMatchObject({ state: 'cancelled' })
    const stopped = await imports.get(id)
    expect(stopped.created).toBeLessThan(20_000)
    await imports.post(`${id}/cancel`).expect(409)
    await imports.post(`${id}/undo`).expect(202)
    expect((await imports.settled(id)).undo).toEqual({ removed: stopped.created, restored: 0, keptCount: 0, kept: [] })
    expect(await productsOf(shop)).toHaveLength(count)
  })
})
