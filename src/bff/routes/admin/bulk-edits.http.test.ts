import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProductHistory } from '#contracts/admin'
import type { BulkEdit, BulkEditBody, BulkEditRow } from '#contracts/bulk-edits'
import type { Product } from '#contracts/catalog'
import { DAY_MS } from '#platform/time/durations'
import { eventually } from '../../../testing/eventually.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { importClient, type ImportClient } from '../../testing/import-client.ts'
import { staffScript } from '../../testing/staff-requests.ts'

const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }

describe('a bulk edit', () => {
  let shop: RunningShop
  let staff: { readonly Authorization: string }
  let imports: ImportClient
  const base = '/api/admin/bulk-edits'
  const call = () => request(shop.app.server)
  beforeAll(async () => {
    shop = await startShop({ SEED_DEMO: 'false' }, { clock })
    staff = await staffScript(shop)
    imports = importClient(shop, staff)
  })
  afterAll(() => shop.stop())

  async function add(...bodies: Record<string, unknown>[]): Promise<Product[]> {
    const added = []
    for (const body of bodies) {
      const sent = { name: 'Printer', price: '100.00', brand: 'Zyx', ...body }
      added.push((await call().post('/api/admin/products').set(staff).send(sent).expect(201)).body as Product)
    }
    return added
  }
  const ask = (body: object) => call().post(base).set(staff).send(body)
  const shown = async ({ id }: Product) => (await call().get(`/api/products/${id}`).expect(200)).body as Product
  const edit = ({ id }: Product, body: object) =>
    call().put(`/api/admin/products/${id}`).set(staff).send(body).expect(200)
  const rows = async ({ id }: BulkEdit, outcome: string) =>
    (await call().get(`${base}/${id}/rows?outcome=${outcome}`).set(staff).expect(200)).body as BulkEditRow[]
  const logOf = async ({ id }: BulkEdit) =>
    (await shop.shop.admin.audit.list({ search: id, limit: 10, offset: 0 })).entries

  const settled = (id: string): Promise<BulkEdit> =>
    eventually(async () => {
      const bulkEdit = (await call().get(`${base}/${id}`).set(staff).expect(200)).body as BulkEdit
      expect(['previewed', 'finished', 'stopped', 'undone']).toContain(bulkEdit.state)
      return bulkEdit
    })
  async function preview(body: BulkEditBody): Promise<BulkEdit> {
    return settled(String((await ask(body).expect(202)).body.id))
  }
  async function take({ id }: BulkEdit, step: 'start' | 'undo'): Promise<BulkEdit> {
    await call().post(`${base}/${id}/${step}`).set(staff).expect(202)
    return settled(id)
  }

  /** Adds 202 scanners that a search for this word finds: two parts of a bulk edit. */
  async function addScanners(word: string): Promise<void> {
    const { database, catalog } = shop.shop
    const [plain] = await add({ name: `Plain ${word}`, category: 'scanners' })
    const [content] = await catalog.findProducts([plain?.id ?? 0])
    if (content === undefined) throw new Error('a product')
    const {
      id: _id,
      slug: _slug,
      createdAt: _c,
      updatedAt: _u,
      linkedIds: _l,
      costPerPage: _p,
      ...plainContent
    } = content
    const create = Array.from({ length: 201 }, (_, i) => ({ ...plainContent, name: `Scanner ${word} ${i}` }))
    await database.transaction((tx) => catalog.writeProducts(tx, { create }))
  }

  it('is previewed, made, logged and undone, and says before what it refuses', async () => {
    const [a, b, gift] = await add({ name: 'A' }, { name: 'B', price: '49.40' }, { name: 'Gift', price: '0' })
    if (!a || !b || !gift) throw new Error('three products')
    const previewed = await preview({
      ids: [a.id, b.id, gift.id],
      edit: { price: { by: 'percent', value: '-10', ending: '99' }, isFeatured: true },
    })
    expect(previewed).toMatchObject({ state: 'previewed', matched: 3, changed: 2, refused: 1, person: 'Owner' })
    expect(previewed.summary).toBe('price −10 %, ending in .99 · featured')
    expect(await rows(previewed, 'changed')).toEqual([
      {
        productId: a.id,
        name: 'A',
        reason: null,
        changes: [
          { field: 'price', before: '100.00', after: '89.99' },
          { field: 'isFeatured', before: 'false', after: 'true' },
        ],
      },
      expect.objectContaining({
        name: 'B',
        changes: expect.arrayContaining([expect.objectContaining({ after: '43.99' })]),
      }),
    ])
    expect(await rows(previewed, 'refused')).toMatchObject([{ name: 'Gift', reason: 'It has no price.' }])
    expect(await shown(a)).toMatchObject({ price: '100.00', isFeatured: false })
    await call().post(`${base}/${previewed.id}/undo`).set(staff).expect(409)

    expect(await take(previewed, 'start')).toMatchObject({ state: 'finished', changed: 2, refused: 1, left: 0 })
    expect(await shown(a)).toMatchObject({ price: '89.99', isFeatured: true })
    await call().post(`${base}/${previewed.id}/start`).set(staff).expect(409)
    expect((await logOf(previewed))[0]).toMatchObject({
      action: 'products.bulk-edited',
      by: { person: { name: 'Owner' } },
      changes: expect.arrayContaining([{ field: 'price', before: null, after: '-10 %, ending in .99' }]),
    })

    await edit(b, { price: '45.00' })
    // Somebody has decided for it by now.
    await edit(b, { price: '43.99' })
    const undone = await take(previewed, 'undo')
    expect(undone).toMatchObject({ state: 'undone', undo: { restored: 1, kept: [{ productId: b.id, name: 'B' }] } })
    expect(await shown(a)).toMatchObject({ price: '100.00', isFeatured: false })
    expect(await shown(b)).toMatchObject({ price: '43.99', isFeatured: true })
    const history = (await call().get(`/api/admin/products/${b.id}/history`).set(staff).expect(200)).body
    expect(history.map(({ source, isUndo }: ProductHistory[number]) => [source, isUndo])).toEqual([
      ['person', false],
      ['person', false],
      ['bulk-edit', false],
      ['person', false],
    ])
    expect((await logOf(previewed))[0]?.action).toBe('products.bulk-edit-undone')
    await call().post(`${base}/${previewed.id}/undo`).set(staff).expect(409)
    // It stands in the history of its products for as long as without the undo.
    const parts = shop.shop.database.connection.collection('bulk_edit_parts')
    const until = (await parts.findOne({ bulkEditId: previewed.id }))?.expiresAt as Date
    expect(until.getTime()).toBeGreaterThan(Date.now() + 89 * DAY_MS)
  })

  it('leaves what somebody edited or deleted since the preview, and counts what was sold', async () => {
    const [edited, deleted, sold] = await add({ name: 'Edited' }, { name: 'Deleted' }, { name: 'Sold' })
    if (!edited || !deleted || !sold) throw new Error('three products')
    const previewed = await preview({
      ids: [edited.id, deleted.id, sold.id],
      edit: { stock: { mode: 'add', pieces: 5 } },
    })
    await edit(edited, { description: 'New words' })
    await call().delete(`/api/admin/products/${deleted.id}`).set(staff).expect(204)
    const { database, catalog } = shop.shop
    await database.transaction(async (tx) => {
      const sale = await catalog.openSale(tx, [sold.id])
      sale.take([{ productId: sold.id, quantity: 4 }])
      await sale.close()
    })
    expect(await take(previewed, 'start')).toMatchObject({ changed: 1, left: 2 })
    expect(await rows(previewed, 'left')).toMatchObject([
      { name: 'Edited', reason: 'Somebody edited it since the preview.' },
      { name: 'Deleted', reason: 'It was deleted since the preview.' },
    ])
    expect(await shown(sold)).toMatchObject({ stockQuantity: 11 })
    expect(await shown(edited)).toMatchObject({ stockQuantity: 10 })
  })

  it('stands in the history of a product, beside edits by people and price lists', async () => {
    const [product] = await add({ name: 'Remembered', sku: 'REM-1' })
    if (!product) throw new Error('a product')
    const list = (price: string) => imports.run(`sku,price\nREM-1,${price}\n`, { mode: 'upsert', preview: 'false' })
    await list('110.00')
    const edited = await preview({ ids: [product.id], edit: { price: { by: 'amount', value: '5', ending: 'none' } } })
    await take(edited, 'start')
    await take(edited, 'undo')
    await edit(product, { price: '120.00' })
    const history = async () =>
      (await call().get(`/api/admin/products/${product.id}/history`).set(staff).expect(200)).body as ProductHistory
    const price = (before: string | null, after: string) => [{ field: 'price', before, after }]
    expect(await history()).toMatchObject([
      { source: 'person', person: 'Owner', changes: price('110.00', '120.00') },
      { source: 'bulk-edit', person: 'Owner', isUndo: true, changes: price('115.00', '110.00') },
      { source: 'bulk-edit', person: 'Owner', isUndo: false, changes: price('110.00', '115.00') },
      { source: 'import', person: 'Owner', fileName: 'prices.csv', changes: price('100.00', '110.00') },
      { source: 'person', person: 'Owner', changes: expect.arrayContaining(price(null, '100.00')) },
    ])
    await call().get('/api/admin/products/999999/history').set(staff).expect(404)
  })

  it('changes everything that the table finds, in more than one part', async () => {
    const { catalog } = shop.shop
    await addScanners('qqq')
    const previewed = await preview({
      found: { search: 'qqq', category: 'scanners' },
      edit: { category: 'barcode-scanners', inStock: false },
    })
    expect(previewed).toMatchObject({ matched: 202, changed: 202, done: 202 })
    expect(await rows(previewed, 'changed')).toHaveLength(50)
    await take(previewed, 'start')
    expect(await catalog.listIdsForStaff({ search: 'qqq', category: 'barcode-scanners', stock: 'out' })).toHaveLength(
      202,
    )
    expect(await take(previewed, 'undo')).toMatchObject({ undo: { restored: 202, kept: [] } })
    expect(await catalog.listIdsForStaff({ search: 'qqq', category: 'scanners', stock: 'in' })).toHaveLength(202)
    const { body } = await call().get(base).set(staff).expect(200)
    expect(body[0]).toMatchObject({ id: previewed.id, state: 'undone' })
  })

  it('is stopped: what was changed stays and can be undone, the part under way is not changed', async () => {
    const { catalog } = shop.shop
    await addScanners('www')
    const [gift] = await add({ name: 'Gift www', price: '0' })
    if (!gift) throw new Error('a product')
    await edit(gift, { inStock: true })
    const previewed = await preview({
      found: { search: 'www' },
      edit: { price: { by: 'percent', value: '-10', ending: 'none' }, inStock: false },
    })
    expect(await rows(previewed, 'refused')).toHaveLength(1)
    const stop = () => call().post(`${base}/${previewed.id}/stop`).set(staff)
    await stop().expect(409)
    await call().post(`${base}/nothing/stop`).set(staff).expect(404)
    const writeProducts = catalog.writeProducts.bind(catalog)
    let parts = 0
    const written = vi.spyOn(catalog, 'writeProducts').mockImplementation(async (...args) => {
      parts += 1
      if (parts === 2) {
        await stop().expect(202)
        await stop().expect(202)
      }
      return writeProducts(...args)
    })
    const outOfStock = () => catalog.listIdsForStaff({ search: 'www', stock: 'out' })
    try {
      const stopped = await take(previewed, 'start')
      expect(stopped).toMatchObject({ state: 'stopped', matched: 203, done: 200, changed: 200 })
      expect(stopped.finishedAt).not.toBeNull()
      await eventually(async () => {
        const [updates] = (await shop.shop.jobs.stats()).filter(({ active, waiting }) => active + waiting > 0)
        expect(updates).toBeUndefined()
      })
    } finally {
      written.mockRestore()
    }
    expect(await outOfStock()).toHaveLength(200)
    const kept = (await call().get(`${base}/${previewed.id}`).set(staff).expect(200)).body as BulkEdit
    expect(kept).toMatchObject({ state: 'stopped', done: 200, changed: 200, refused: 0 })
    expect(await rows(kept, 'refused')).toEqual([])
    expect(await rows(kept, 'changed')).toHaveLength(50)
    expect((await logOf(previewed)).map(({ action }) => action)).toEqual([
      'products.bulk-edit-stopped',
      'products.bulk-edited',
    ])
    expect(await take(previewed, 'undo')).toMatchObject({ state: 'undone', undo: { restored: 200, kept: [] } })
    expect(await outOfStock()).toHaveLength(0)
    expect(await rows(kept, 'refused')).toEqual([])
    await stop().expect(409)
  })

  it.each([
    {
      what: 'got a price by it and pieces after it',
      product: { price: '0', inStock: false },
      made: { price: { by: 'amount', value: '5', ending: 'none' } },
      meanwhile: { stockQuantity: 8, inStock: true },
    },
    {
      what: 'went off sale by it and lost its price after it',
      product: { price: '30.00' },
      made: { inStock: false },
      meanwhile: { price: '0' },
    },
  ] as const)(
    'puts nothing on sale for nothing when it is undone: what $what',
    async ({ product, made, meanwhile }) => {
      const [one] = await add({ name: 'Not given away', ...product })
      if (!one) throw new Error('a product')
      const bulkEdit = await take(await preview({ ids: [one.id], edit: made }), 'start')
      await edit(one, meanwhile)
      expect(await take(bulkEdit, 'undo')).toMatchObject({ undo: { restored: 1, kept: [] } })
      expect(await shown(one)).toMatchObject({ price: '0.00', inStock: false })
      await edit(one, { price: '25.00' })
      expect(await shown(one)).toMatchObject({ price: '25.00', inStock: true })
    },
  )

  it('has what waited for a price before it on sale when it is undone, if there is one by then', async () => {
    const [one] = await add({ name: 'Priced late' })
    if (!one) throw new Error('a product')
    await edit(one, { price: '0' })
    const bulkEdit = await take(await preview({ ids: [one.id], edit: { inStock: false } }), 'start')
    await edit(one, { price: '20.00' })
    expect(await shown(one)).toMatchObject({ price: '20.00', inStock: false })
    await take(bulkEdit, 'undo')
    expect(await shown(one)).toMatchObject({ price: '20.00', inStock: true })
  })

  it('gives away again what was given away before it, when it is undone', async () => {
    const [gift] = await add({ name: 'Gift again', price: '0' })
    if (!gift) throw new Error('a product')
    await edit(gift, { inStock: true })
    const bulkEdit = await take(await preview({ ids: [gift.id], edit: { inStock: false } }), 'start')
    expect(await shown(gift)).toMatchObject({ inStock: false })
    await take(bulkEdit, 'undo')
    expect(await shown(gift)).toMatchObject({ price: '0.00', inStock: true })
  })

  it('is not deleted while it is made or undone at the last moment', async () => {
    const { catalog, database } = shop.shop
    await addScanners('zzz')
    const previewed = await preview({ found: { search: 'zzz' }, edit: { isFeatured: true } })
    const expiries = async () => {
      const [edits, parts] = await Promise.all([
        database.connection.collection<{ _id: string; expiresAt: Date }>('bulk_edits').find({ _id: previewed.id }),
        database.connection.collection('bulk_edit_parts').find({ bulkEditId: previewed.id }),
      ])
      return [...(await edits.toArray()), ...(await parts.toArray())].map(({ expiresAt }) => expiresAt as Date)
    }
    const daysLeft = async () => (Math.min(...(await expiries()).map(Number)) - clock.now().getTime()) / DAY_MS
    const left: number[] = []
    const writeProducts = catalog.writeProducts.bind(catalog)
    const written = vi.spyOn(catalog, 'writeProducts').mockImplementation(async (...args) => {
      left.push(await daysLeft())
      return writeProducts(...args)
    })
    try {
      clock.ahead = 2 * DAY_MS - 10_000
      staff = await staffScript(shop)
      await take(previewed, 'start')
      expect(left).toHaveLength(2)
      expect(Math.min(...left)).toBeGreaterThan(89)
      clock.ahead += 90 * DAY_MS - 10_000
      staff = await staffScript(shop)
      await take(previewed, 'undo')
      expect(left).toHaveLength(4)
      expect(Math.min(...left)).toBeGreaterThan(1)
    } finally {
      written.mockRestore()
      clock.ahead = 0
    }
  })

  it.each(['finished', 'stopped'])(
    'that was %s stands when an older price list is undone that had set the same',
    async (state) => {
      const [product] = await add({ name: 'Set again', sku: `AGAIN-${state}` })
      if (!product) throw new Error('a product')
      const list = await imports.run(`sku,price\n${product.sku},60.00\n`, { mode: 'upsert' })
      await edit(product, { price: '50.00' })
      const change = { price: { by: 'amount', value: '10', ending: 'none' } } as const
      const { id } = await take(await preview({ ids: [product.id], edit: change }), 'start')
      const stored = shop.shop.database.connection.collection<{ _id: string }>('bulk_edits')
      await stored.updateOne({ _id: id }, { $set: { state } })
      await imports.post(`${list.id}/undo`).expect(202)
      expect((await imports.settled(list.id)).undo).toMatchObject({ restored: 0, kept: [{ productId: product.id }] })
      expect(await shown(product)).toMatchObject({ price: '60.00' })
    },
  )

  it('and the price lists around it leave what was before them, whichever is undone first', async () => {
    const price = (value: string) => `sku,name,brand,price,stockQuantity\nCHAIN-1,Chain,Chain,${value},5\n`
    const edit = { price: { by: 'percent', value: '-10', ending: 'none' } } as const
    const steps = ['older list', 'bulk edit', 'newer list'] as const
    for (const order of [steps, steps.toReversed(), [steps[1], steps[0], steps[2]], [steps[1], steps[2], steps[0]]]) {
      await imports.run(price('50.00'), { mode: 'upsert' })
      const [product] = (await call().get('/api/products?brand=Chain').expect(200)).body as Product[]
      if (product === undefined) throw new Error('a product')
      const older = await imports.run(price('60.00'), { mode: 'upsert' })
      const bulkEdit = await take(await preview({ ids: [product.id], edit }), 'start')
      const newer = await imports.run(price('70.00'), { mode: 'upsert' })
      for (const step of order) {
        if (step === 'bulk edit') await take(bulkEdit, 'undo')
        else {
          const { id } = step === 'older list' ? older : newer
          await imports.post(`${id}/undo`).expect(202)
          await imports.settled(id)
        }
      }
      expect(await shown(product), order.join()).toMatchObject({ price: '50.00' })
      for (const { id } of [older, newer])
        expect((await imports.get(id)).undo).toMatchObject({ removed: 0, restored: 1, kept: [] })
      expect(await settled(bulkEdit.id)).toMatchObject({ undo: { restored: 1, kept: [] } })
    }
  })

  it.each([
    ['no change', { ids: [1], edit: {} }],
    ['no products', { edit: { isFeatured: true } }],
    ['both ways to choose', { ids: [1], found: {}, edit: { isFeatured: true } }],
    ['too many one by one', { ids: Array.from({ length: 501 }, (_, i) => i + 1), edit: { isFeatured: true } }],
    ['a stock below 0', { ids: [1], edit: { stock: { mode: 'set', pieces: -1 } } }],
    ['a percentage that is none', { ids: [1], edit: { price: { by: 'percent', value: 'ten', ending: 'none' } } }],
    ['a search that finds nothing', { found: { search: 'nothing like it' }, edit: { isFeatured: true } }],
  ])('is refused with %s', async (_what, body) => {
    await ask(body).expect(400)
  })
})
