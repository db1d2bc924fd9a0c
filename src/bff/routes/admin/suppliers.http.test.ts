import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Import } from '#contracts/imports'
import type { ProductLists, Supplier } from '#contracts/suppliers'
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
const suppliers = async () =>
  (await request(shop.app.server).get('/api/admin/suppliers').set(bearer).expect(200)).body as Supplier[]
const create = (body: object) => request(shop.app.server).post('/api/admin/suppliers').set(bearer).send(body)

async function aSupplier(body: object): Promise<Supplier> {
  return (await create(body).expect(201)).body as Supplier
}

/** Uploads a list, says whose it is (or leaves that to its columns), and resolves to its preview. */
async function preview(csv: string, supplierId?: string): Promise<Import> {
  const sent = (await imports.send(csv, { preview: 'columns', mode: 'upsert' }).expect(202)).body as Import
  const answers = { mapping: {}, mode: 'upsert', ...(supplierId === undefined ? {} : { supplierId }) }
  await request(shop.app.server).put(`/api/admin/imports/${sent.id}/mapping`).set(bearer).send(answers).expect(202)
  return imports.settled(sent.id)
}

async function start(id: string, body?: object): Promise<Import> {
  await request(shop.app.server).post(`/api/admin/imports/${id}/start`).set(bearer).send(body).expect(202)
  return imports.settled(id)
}

it('a preview has failed rows corrected cell by cell, and others left out together', async () => {
  const list =
    'sku,name,price,stock\nG-1,Gorse 1,on request,1\nG-2,Gorse 2,5.00,lots of\nG-3,Gorse 3,7.00,2\nG-4,Gorse 4,x,1\n'
  const first = await preview(list)
  expect(first).toMatchObject({ created: 1, failed: 3 })
  const path = `/api/admin/imports/${first.id}`
  const cells = await request(shop.app.server).get(`${path}/rows/3`).set(bearer).expect(200)
  expect(cells.body).toMatchObject([
    { header: 'sku', field: 'sku', text: 'G-2' },
    { text: 'Gorse 2' },
    { text: '5.00' },
    { header: 'stock', field: 'stockQuantity', text: 'lots of' },
  ])
  const map = (body: object) =>
    request(shop.app.server)
      .put(`${path}/mapping`)
      .set(bearer)
      .send({ mapping: {}, mode: 'upsert', ...body })
  await map({ mends: [{ line: 3, header: 'none', text: '9' }] }).expect(400)
  const tooMany = Array.from({ length: 501 }, (_, index) => ({ line: index + 2, header: 'stock', text: '1' }))
  await map({ mends: tooMany }).expect(400)
  await map({ mends: [{ line: 3, header: 'stock', text: '9' }] }).expect(202)
  expect(await imports.settled(first.id)).toMatchObject({ created: 2, failed: 2, reading: { mended: 1 } })
  const [group] = (await request(shop.app.server).get(`${path}/failures`).set(bearer).expect(200)).body
  await map({ skips: [group.reason] }).expect(202)
  expect(await imports.settled(first.id)).toMatchObject({ created: 2, failed: 0, skipped: 2 })
  expect(await start(first.id)).toMatchObject({ state: 'finished', created: 2, skipped: 2 })
  expect(await find('G-2')).toMatchObject({ stockQuantity: 9 })
  const stored = await request(shop.app.server).get(`${path}/file`).set(bearer).expect(200)
  expect(stored.text).toBe(list)
})

describe('a supplier', () => {
  it('is added, changed and forgotten; two cannot have one name', async () => {
    const added = await aSupplier({ name: 'Aldous Ltd' })
    expect(added).toMatchObject({ key: 'sku', priceRule: null, whenLeft: 'keep', products: 0, isKnown: false })
    expect((await create({ name: 'ALDOUS LTD' }).expect(409)).body).toMatchObject({ code: 'SUPPLIER_NAME_TAKEN' })
    const path = `/api/admin/suppliers/${added.id}`
    const rule = { base: 'cost', percent: 12.5, rounding: 'ending-99' }
    const changed = await request(shop.app.server).put(path).set(bearer).send({ name: 'Aldous', priceRule: rule })
    expect(changed.body).toMatchObject({ name: 'Aldous', priceRule: rule })
    expect(await suppliers()).toEqual([changed.body])
    const { version } = changed.body as Supplier
    const edit = (name: string, seen: number) =>
      request(shop.app.server).put(path).set(bearer).send({ name, priceRule: rule, version: seen })
    expect((await edit('Alder', version - 1).expect(409)).body.code).toBe('SUPPLIER_CHANGED')
    const answers = await Promise.all(['Ash', 'Birch'].map((name) => edit(name, version)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await request(shop.app.server).delete(path).set(bearer).expect(204)
    expect(await suppliers()).toEqual([])
    await request(shop.app.server).delete(path).set(bearer).expect(404)
  })

  it('is known by the columns of the next list, which is read and priced in the same way', async () => {
    const rule = { base: 'cost', percent: 25, rounding: 'ending-99' }
    const { id } = await aSupplier({ name: 'Brook', priceRule: rule })
    const header = 'Art.-Nr.;Bezeichnung;Hersteller;EK netto;Bestand\n'
    const first = await preview(`${header}B-1;Brook 1;Brook;80,00;5\n`, id)
    expect(first).toMatchObject({ state: 'previewed', supplier: { name: 'Brook', hasPriceRule: true }, created: 1 })
    expect((await imports.rows(first.id)).rows).toMatchObject([{ cost: '80.00', margin: 21 }])
    expect(await start(first.id)).toMatchObject({ state: 'finished', created: 1 })
    expect(await find('B-1')).toMatchObject({ price: '100.99' })
    expect(await suppliers()).toMatchObject([{ name: 'Brook', products: 1, isKnown: true }])

    const second = await imports.send(`${header}B-1;Brook 1;Brook;88,00;0\n`, { preview: 'columns' })
    expect(second.body).toMatchObject({ state: 'mapping', mode: 'upsert', supplier: { name: 'Brook' } })
    const known = await preview(`${header}B-1;Brook 1;Brook;88,00;0\n`)
    expect(known).toMatchObject({ updated: 1, supplier: { id } })
    await start(known.id)
    expect(await find('B-1')).toMatchObject({ price: '110.99', inStock: false })
  })

  it('is listed where people look for its name', async () => {
    const names = ['Bay 2', 'bay 10', 'Bäy 11']
    for (const name of names.toReversed()) await aSupplier({ name })
    const listed = (await suppliers()).map(({ name }) => name).filter((name) => /^b[aä]y /i.test(name))
    expect(listed).toEqual(names)
  })

  it('is not guessed where the lists of two have the same columns', async () => {
    const header = 'sku,name,brand,price,bramble\n'
    const [one, other] = [await aSupplier({ name: 'Bramble' }), await aSupplier({ name: 'Bramble & Sons' })]
    await start((await preview(`${header}BR-1,Bramble 1,Bramble,10.00,x\n`, one.id)).id)
    const asked = () => imports.send(`${header}BR-1,Bramble 1,Bramble,11.00,x\n`, { preview: 'columns' })
    expect((await asked()).body.supplier).toMatchObject({ id: one.id })
    await start((await preview(`${header}BR-2,Bramble 2,Bramble,10.00,x\n`, other.id)).id)
    expect((await asked()).body.supplier).toBeNull()
  })

  it('sells out what left its list, which an undo puts back', async () => {
    const { id } = await aSupplier({ name: 'Cress', whenLeft: 'sold-out' })
    const rows = Array.from({ length: 10 }, (_, index) => `C-${index},Cress ${index},Cress,10.00,4\n`)
    const header = 'sku,name,brand,price,stock\n'
    await start((await preview(header + rows.join(''), id)).id)
    const without = await preview(header + rows.slice(2).join(''))
    expect(without).toMatchObject({ left: 2, leftOf: 10, doTooManyLeave: false })
    const done = await start(without.id)
    expect(done).toMatchObject({ state: 'finished', unchanged: 8, left: 2 })
    expect(await find('C-0')).toMatchObject({ inStock: false, stockQuantity: 0 })
    expect(await find('C-2')).toMatchObject({ inStock: true, stockQuantity: 4 })
    const { rows: written } = await imports.rows(done.id, '?outcome=updated')
    expect(written.map(({ name, reason }) => [name, reason])).toEqual([
      ['Cress 0', 'It is not on the list any more.'],
      ['Cress 1', 'It is not on the list any more.'],
    ])
    await imports.post(`${done.id}/undo`).expect(202)
    await imports.settled(done.id)
    expect(await find('C-0')).toMatchObject({ inStock: true, stockQuantity: 4 })
    expect(await preview(header + rows.slice(1).join(''))).toMatchObject({ left: 1, leftOf: 10 })
  })

  it('keeps on sale what is on its list in a row that fails or is left out', async () => {
    const { id } = await aSupplier({ name: 'Coltsfoot', whenLeft: 'sold-out' })
    const header = 'SKU,Name,Brand,Price,In store\n'
    const rows = Array.from({ length: 6 }, (_, index) => `CF-${index},Coltsfoot ${index},Coltsfoot,10.00,x\n`)
    await start((await preview(header + rows.join(''), id)).id)
    const quote = 'CF-2,Coltsfoot "2,Coltsfoot,10.00,x\n'
    const broken = `CF-0,Coltsfoot 0,Coltsfoot,on request,x\nCF-1,Coltsfoot 1\n${quote}${rows.slice(3).join('')}`
    const second = await preview(header + broken)
    expect(second).toMatchObject({ supplier: { id }, failed: 2, skipped: 1, left: 0, leftOf: 6 })
    expect(await start(second.id)).toMatchObject({ state: 'finished', left: 0 })
    expect(await find('CF-0')).toMatchObject({ inStock: true })
  })

  it('asks before more than a fifth of the products are sold out', async () => {
    const { id } = await aSupplier({ name: 'Dill', whenLeft: 'sold-out' })
    const header = 'sku,name,brand,price,on hand\n'
    const rows = Array.from({ length: 5 }, (_, index) => `D-${index},Dill ${index},Dill,10.00,4\n`)
    await start((await preview(header + rows.join(''), id)).id)
    const short = await preview(header + rows.slice(2).join(''))
    expect(short).toMatchObject({ left: 2, leftOf: 5, doTooManyLeave: true })
    const refused = await imports.post(`${short.id}/start`).expect(409)
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_LEFT' })
    expect(await start(short.id, { mayManyLeave: true })).toMatchObject({ state: 'finished', left: 2 })
    expect(await find('D-1')).toMatchObject({ inStock: false })
  })

  it('with numbers of its own finds products by EAN, or by brand and name, and leaves our number', async () => {
    await imports.run('sku,name,brand,price\nOUR-1,Elder 1,Elder,10.00\nOUR-2,Elder 2,Elder,10.00\n')
    const { id } = await aSupplier({ name: 'Elder wholesale', key: 'gtin' })
    const header = 'Their number,Title,Make,Price,EAN\n'
    const mapping = { 'Their number': 'sku' }
    const read = async (csv: string, supplierId?: string) => {
      const sent = (await imports.send(csv, { preview: 'columns', mode: 'upsert' }).expect(202)).body as Import
      const body = { mapping, mode: 'upsert', supplierId }
      await request(shop.app.server).put(`/api/admin/imports/${sent.id}/mapping`).set(bearer).send(body).expect(202)
      return imports.settled(sent.id)
    }
    const first = await read(`${header}77,Elder 1,Elder,11.00,4012345678901\nOUR-2,Elder 3,Elder,12.00,\n`, id)
    expect(first).toMatchObject({ updated: 1, failed: 1 })
    expect((await imports.rows(first.id, '?outcome=failed')).rows).toMatchObject([
      { reason: 'The sku "OUR-2" belongs to another product, "Elder 2".' },
    ])
    await start(first.id)
    const renamed = await read(`${header}78,Elder One (new box),Elder,13.00,4012345678901\n`)
    expect(renamed).toMatchObject({ updated: 1, created: 0, supplier: { id } })
    await start(renamed.id)
    expect(await find('OUR-1')).toMatchObject({ price: '13.00', name: 'Elder One (new box)' })
  })

  it('that does not exist cannot be chosen, and bad rules are refused at their field', async () => {
    const sent = (await imports.send('sku,name\nF-1,Fern\n', { preview: 'columns' }).expect(202)).body as Import
    const answers = { mapping: {}, supplierId: 'nobody' }
    const refused = await request(shop.app.server)
      .put(`/api/admin/imports/${sent.id}/mapping`)
      .set(bearer)
      .send(answers)
      .expect(404)
    expect(refused.body).toMatchObject({ code: 'SUPPLIER_NOT_FOUND' })
    for (const percent of [-1, 12.34, 901])
      await create({ name: 'X', priceRule: { base: 'cost', percent, rounding: 'cent' } }).expect(400)
    await create({ name: 'X', priceRule: { base: 'list', percent: 100, rounding: 'cent' } }).expect(400)
  })

  it('an import that is over has its failed rows corrected as a list of their own', async () => {
    const supplier = await aSupplier({ name: 'Ivy', whenLeft: 'sold-out' })
    const header = 'Nr;Artikel;Marke;Preis EUR;Lager\n'
    const rows = Array.from({ length: 8 }, (_, index) => `IV-${index};Ivy ${index};Ivy;1.234,50;4\n`).join('')
    const first = await preview(
      `${header}${rows}IV-8;Ivy 8;Ivy;auf Anfrage;4\nIV-9;Ivy 9;Ivy;2.345;lots of\n`,
      supplier.id,
    )
    expect(await start(first.id)).toMatchObject({ state: 'finished', created: 8, failed: 2 })
    const sent = await imports.post(`${first.id}/correct`).expect(202)
    const failed = await imports.settled(String(sent.body.id))
    expect(failed).toMatchObject({
      state: 'previewed',
      rowsTotal: 2,
      failed: 2,
      left: 0,
      supplier: { id: supplier.id },
      fileName: 'failed-prices.csv',
    })
    const mends = [
      { line: 2, header: 'Preis EUR', text: '99,90' },
      { line: 3, header: 'Lager', text: '7' },
    ]
    await request(shop.app.server)
      .put(`/api/admin/imports/${failed.id}/mapping`)
      .set(bearer)
      .send({ mapping: {}, mode: 'upsert', mends })
      .expect(202)
    await imports.settled(failed.id)
    expect(await start(failed.id)).toMatchObject({ state: 'finished', created: 2, failed: 0, left: 0 })
    expect(await find('IV-8')).toMatchObject({ price: '99.90' })
    expect(await find('IV-9')).toMatchObject({ price: '2345.00', stockQuantity: 7 })
    expect(await find('IV-0')).toMatchObject({ inStock: true })
    await imports.post(`${failed.id}/correct`).expect(409)
    expect((await suppliers()).find(({ id }) => id === supplier.id)).toMatchObject({ products: 10 })
  })

  it('are named at a product with the last list that changed it, which an undo takes back', async () => {
    const listsOf = async (sku: string) => {
      const path = `/api/admin/products/${(await find(sku))?.id}/lists`
      return (await request(shop.app.server).get(path).set(bearer).expect(200)).body as ProductLists
    }
    const [jasmine, kale] = [
      await aSupplier({ name: 'Jasmine', whenLeft: 'sold-out' }),
      await aSupplier({ name: 'Kale' }),
    ]
    const header = 'sku,name,brand,price,stock,jasmine\n'
    const rows = (price: string) => `${header}J-1,Jasmine 1,Jasmine,${price},4,x\nJ-2,Jasmine 2,Jasmine,9.00,4,x\n`
    const first = await start((await preview(rows('5.00'), jasmine.id)).id)
    const latest = { importId: first.id, fileName: 'prices.csv', supplierName: 'Jasmine', at: first.startedAt }
    const ofJasmine = { id: jasmine.id, name: 'Jasmine', hasLeft: false }
    expect(await listsOf('J-1')).toEqual({ suppliers: [ofJasmine], latest })

    const changed = await start((await preview(rows('6.00'), jasmine.id)).id)
    expect(await listsOf('J-1')).toMatchObject({ latest: { importId: changed.id } })
    expect(await listsOf('J-2'), 'a list that had it and changed nothing').toMatchObject({ latest })
    await imports.post(`${changed.id}/undo`).expect(202)
    await imports.settled(changed.id)
    expect(await listsOf('J-1')).toEqual({ suppliers: [ofJasmine], latest })

    await start((await preview('sku,name,kale\nJ-1,Jasmine 1,x\n', kale.id)).id)
    const short = await preview(`${header}J-2,Jasmine 2,Jasmine,9.00,4,x\n`, jasmine.id)
    const { id: importId, startedAt: at } = await start(short.id, { mayManyLeave: true })
    const soldOut = { ...latest, importId, at }
    const ofKale = { id: kale.id, name: 'Kale', hasLeft: false }
    expect(await listsOf('J-1')).toEqual({ suppliers: [{ ...ofJasmine, hasLeft: true }, ofKale], latest: soldOut })
    await request(shop.app.server).delete(`/api/admin/suppliers/${jasmine.id}`).set(bearer).expect(204)
    expect(await listsOf('J-1')).toEqual({ suppliers: [ofKale], latest: soldOut })

    const byHand = { name: 'Lily', price: '5.00', sku: 'LILY' }
    await request(shop.app.server).post('/api/admin/products').set(bearer).send(byHand).expect(201)
    expect(await listsOf('LILY')).toEqual({ suppliers: [], latest: null })
    await request(shop.app.server).get('/api/admin/products/999999/lists').set(bearer).expect(404)
  })

  it('are at most two hundred', async () => {
    const there = (await suppliers()).length
    for (let index = there; index < 200; index += 1) await aSupplier({ name: `Supplier ${index}` })
    expect((await create({ name: 'One more' }).expect(409)).body).toMatchObject({ code: 'TOO_MANY_SUPPLIERS' })
  })
})
