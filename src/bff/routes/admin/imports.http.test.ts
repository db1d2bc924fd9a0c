import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorkbook } from '../../../modules/admin/imports/testing/workbook-writer.ts'
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
      'Kennung,Ware,brand,price,Colour\nM-1,Myrtle 5,Myrtle,10.00,red\nA-1,Aster 100,Aster,300.00,blue\n',
      { preview: 'true', mode: 'upsert' },
    )
    const first = await imports.settled(String(answer.body.id))
    expect(first).toMatchObject({ state: 'previewed', preview: true, failed: 2 })
    expect(first.columns).toEqual([
      { header: 'Kennung', samples: ['M-1', 'A-1'], field: null },
      { header: 'Ware', samples: ['Myrtle 5', 'Aster 100'], field: null },
      { header: 'brand', samples: ['Myrtle', 'Aster'], field: 'brand' },
      { header: 'price', samples: ['10.00', '300.00'], field: 'price' },
      { header: 'Colour', samples: ['red', 'blue'], field: null },
    ])
    await request(shop.app.server)
      .put(`/api/admin/imports/${first.id}/mapping`)
      .set(bearer)
      .send({ mapping: { Kennung: 'sku', Ware: 'name' } })
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
  it('says that a product is sold out when its stock is 0, and not when nothing is said of its stock', async () => {
    await imports.run('sku,name,price,stock\nZ-1,Zinnia 1,10.00,0\nZ-2,Zinnia 2,10.00,\n')
    expect(await find('Z-1')).toMatchObject({ stockQuantity: 0, inStock: false })
    expect(await find('Z-2')).toMatchObject({ stockQuantity: 0, inStock: true })
    await imports.run('sku,name,stock\nZ-2,Zinnia 2,0\n', { mode: 'upsert' })
    expect(await find('Z-2')).toMatchObject({ stockQuantity: 0, inStock: false })
  })
})

describe('a list whose columns are asked for first', () => {
  const put = (path: string, body: object) =>
    request(shop.app.server).put(`/api/admin/imports/${path}`).set(bearer).send(body)
  const german = Buffer.from(
    'Artikel-Nr.;Bezeichnung;Gruppe;Preis;Bestand\r\nL-1;Lärche groß;A1;1.299;>50\r\nL-2;Lärche klein;Fotodrucker;899;0\r\n',
    'latin1',
  )

  it('waits with what it has understood, and reads every row only after the answers', async () => {
    const answer = await imports.send(german, { preview: 'columns' })
    expect(answer.status).toBe(202)
    const asked = answer.body
    expect(asked).toMatchObject({ state: 'mapping', preview: true, rowsTotal: 2, rowsRead: 0, delimiter: ';' })
    expect(asked.columns.map(({ field }: { field: string }) => field)).toEqual([
      'sku',
      'name',
      'category',
      'price',
      'stockQuantity',
    ])
    expect(asked.reading).toMatchObject({
      encoding: 'windows-1252',
      headerLine: 1,
      numbers: [{ header: 'Preis', format: null, isAmbiguous: true, example: '1.299', point: '1.299', comma: '1299' }],
    })
    expect(asked.reading.encodings[0].samples).toContain('Lärche groß')
    expect(asked.reading.values).toContainEqual({
      header: 'Gruppe',
      values: [
        { text: 'A1', rows: 1, category: null },
        { text: 'Fotodrucker', rows: 1, category: 'photo-printers' },
      ],
    })
    expect(await imports.get(asked.id)).toEqual(asked)
    await imports.post(`${asked.id}/start`).expect(409)

    await put(`${asked.id}/mapping`, {
      mapping: {},
      numbers: { Preis: 'comma' },
      categories: { A1: 'scanners' },
    }).expect(202)
    expect(await imports.settled(asked.id)).toMatchObject({ state: 'previewed', created: 2, failed: 0 })
    await imports.post(`${asked.id}/start`).expect(202)
    expect(await imports.settled(asked.id)).toMatchObject({ state: 'finished', created: 2 })
    expect(await find('L-1')).toMatchObject({
      name: 'Lärche groß',
      price: '1299.00',
      category: 'scanners',
      stockQuantity: 50,
    })
    expect(await find('L-2')).toMatchObject({ category: 'photo-printers', inStock: false })

    const again = (await imports.send(german, { preview: 'columns' })).body
    expect(again.reading, 'the answers are remembered').toMatchObject({ numbers: [{ format: 'comma' }] })
    const groups = again.reading.values.find(({ header }: { header: string }) => header === 'Gruppe')
    expect(groups.values[0]).toMatchObject({ text: 'A1', category: 'scanners' })
    await put(`${again.id}/mapping`, { mapping: {}, mode: 'upsert' }).expect(202)
    expect(await imports.settled(again.id)).toMatchObject({ unchanged: 2, failed: 0 })
  })

  it('asks for how many pieces its prices are where it says so of no column, and says it beside the rows', async () => {
    const list = 'Alle Preise je 100 Stück in EUR;;\nArtikelnr;Bezeichnung;Preis\nPP-1;Pappel Etiketten;12,00\n'
    const asked = (await imports.send(list, { preview: 'columns' })).body
    const priceNote = { text: 'Alle Preise je 100 Stück in EUR', pieces: 100 }
    expect(asked.reading).toMatchObject({ priceNote, pieces: [], numbers: [{ header: 'Preis', currency: 'EUR' }] })
    await put(`${asked.id}/mapping`, { mapping: {} }).expect(202)
    expect(await imports.settled(asked.id)).toMatchObject({ created: 0, failed: 1 })
    await put(`${asked.id}/mapping`, { mapping: {}, pieces: { Preis: 100_000 } }).expect(400)
    await put(`${asked.id}/mapping`, { mapping: {}, pieces: { Name: 100 } }).expect(400)
    await put(`${asked.id}/mapping`, { mapping: {}, pieces: { Preis: 100 } }).expect(202)
    const answered = await imports.settled(asked.id)
    expect(answered).toMatchObject({ created: 1, failed: 0, reading: { pieces: [{ header: 'Preis', pieces: 100 }] } })
    await imports.post(`${asked.id}/start`).expect(202)
    await imports.settled(asked.id)
    expect(await find('PP-1')).toMatchObject({ price: '0.12' })
    const again = (await imports.send(list, { preview: 'columns' })).body
    expect(again.reading.pieces, 'the answer is remembered').toEqual([{ header: 'Preis', pieces: 100 }])
  })

  it('is read in another encoding when staff see that the letters are wrong', async () => {
    const asked = (await imports.send(german, { preview: 'columns' })).body
    const next = await put(`${asked.id}/encoding`, { encoding: 'cp850' }).expect(200)
    expect(next.body).toMatchObject({ state: 'mapping', reading: { encoding: 'cp850' } })
    expect(next.body.columns[1].samples[0]).not.toBe('Lärche groß')
    const back = await put(`${asked.id}/encoding`, { encoding: 'windows-1252' }).expect(200)
    expect(back.body).toMatchObject({ columns: asked.columns })
    await put(`${asked.id}/encoding`, { encoding: '' }).expect(400)
    for (const encoding of ['utf-7', 'nonsense'])
      expect((await put(`${asked.id}/encoding`, { encoding })).body).toMatchObject({ code: 'MAPPING_NOT_VALID' })
  })

  it('opens also when none of its columns is known, and refuses answers about columns that it does not have', async () => {
    const asked = (await imports.send('Foo,Bar\nV-1,Verbena\n', { preview: 'true' })).body
    expect(asked).toMatchObject({ state: 'mapping', columns: [{ field: null }, { field: null }] })
    const bad = [
      { mapping: { Baz: 'name' } },
      { mapping: {}, numbers: { Baz: 'comma' } },
      { mapping: { Foo: 'name', Bar: 'name' } },
      { mapping: {}, numbers: { Foo: 'both' } },
      { mapping: {}, categories: { Foo: 'toasters' } },
    ]
    for (const body of bad) expect((await put(`${asked.id}/mapping`, body)).status).toBe(400)
    await put(`${asked.id}/mapping`, { mapping: { Foo: 'sku', Bar: 'name' } }).expect(202)
    expect(await imports.settled(asked.id)).toMatchObject({ state: 'previewed', created: 1 })
    const columns = (await imports.send('Price,Price,name\n1,2,A\n', { preview: 'columns' })).body.columns
    expect(columns.map(({ header }: { header: string }) => header)).toEqual(['Price', 'Price (2)', 'name'])
  })
  it('can be a workbook: its sheet is chosen, its rows are read, and the file stays as it came', async () => {
    const header = ['Artikel-Nr.', 'Bezeichnung', 'Preis\nnetto', 'Bestand']
    const workbook = aWorkbook([
      { name: 'Drucker', rows: [['Preisliste 2026', null], [null], header, ['X-1', 'Xenia "groß"', 1299.5, 3]] },
      { name: 'Scanner', rows: [header, ['X-2', 'Xerus', '1.299,00', 0], ['X-3', 'Xylo', 'auf Anfrage', 1]] },
    ])
    const asked = (await imports.send(workbook, { preview: 'columns' }, 'preise.xlsx')).body
    expect(asked).toMatchObject({ state: 'mapping', reading: { sheet: 'Drucker', sheets: ['Drucker', 'Scanner'] } })
    expect(asked.columns.map(({ field }: { field: string }) => field)).toEqual([
      'sku',
      'name',
      'price',
      'stockQuantity',
    ])
    const other = (await put(`${asked.id}/sheet`, { sheet: 'Scanner' }).expect(200)).body
    expect(other).toMatchObject({ rowsTotal: 2, reading: { sheet: 'Scanner', headerLine: 1 } })
    await put(`${asked.id}/sheet`, { sheet: 'None' }).expect(400)
    await put(`${asked.id}/mapping`, { mapping: {} }).expect(202)
    expect(await imports.settled(asked.id)).toMatchObject({ created: 1, failed: 1 })
    await put(`${asked.id}/sheet`, { sheet: 'Drucker' }).expect(200)
    await put(`${asked.id}/mapping`, { mapping: {} }).expect(202)
    expect(await imports.settled(asked.id)).toMatchObject({ state: 'previewed', created: 1, failed: 0 })
    await imports.post(`${asked.id}/start`).expect(202)
    expect(await imports.settled(asked.id)).toMatchObject({ state: 'finished', created: 1 })
    expect(await find('X-1')).toMatchObject({ name: 'Xenia "groß"', price: '1299.50', stockQuantity: 3 })
    await put(`${asked.id}/sheet`, { sheet: 'Scanner' }).expect(409)
    const file = await request(shop.app.server)
      .get(`/api/admin/imports/${asked.id}/file`)
      .set(bearer)
      .buffer(true)
      .parse((res, done) => {
        const parts: Buffer[] = []
        res.on('data', (part: Buffer) => parts.push(part))
        res.on('end', () => done(null, Buffer.concat(parts)))
      })
    expect(Buffer.compare(file.body as Buffer, workbook)).toBe(0)
    const broken = await imports.send('PK\u0003\u0004 is no workbook', { preview: 'columns' }, 'a.xlsx')
    expect([broken.status, broken.body.code]).toEqual([400, 'NOT_XLSX'])
  })
  it('names each reason for failed rows once, and one answer corrects all of its rows', async () => {
    const list =
      'sku,name,price,category\nF-1,Fern 1,auf Anfrage,printers\nF-2,Fern 2,auf Anfrage,toasters\nF-3,Fern 3,call,\nF-4,Fern 4,5.00,\n'
    const asked = await imports.run(list, { preview: 'true', mode: 'upsert' })
    const failures = async () =>
      (await request(shop.app.server).get(`/api/admin/imports/${asked.id}/failures`).set(bearer).expect(200)).body
    expect(await failures()).toEqual([
      {
        reason: 'price must be like 1299.00',
        field: 'price',
        rows: 3,
        values: [
          { text: 'auf Anfrage', rows: 2 },
          { text: 'call', rows: 1 },
        ],
      },
      {
        reason: expect.stringMatching(/^category must be/),
        field: 'category',
        rows: 1,
        values: [{ text: 'toasters', rows: 1 }],
      },
    ])
    await put(`${asked.id}/mapping`, { mapping: {}, unpriced: true }).expect(202)
    expect(await imports.settled(asked.id)).toMatchObject({ created: 3, failed: 1, flagged: 2 })
    await put(`${asked.id}/mapping`, { mapping: {}, categories: { toasters: 'scanners' } }).expect(202)
    expect(await imports.settled(asked.id)).toMatchObject({ created: 4, failed: 0, flagged: 3 })
    expect(await failures()).toEqual([])
    await imports.post(`${asked.id}/start`).expect(202)
    await imports.settled(asked.id)
    expect(await find('F-2')).toMatchObject({ price: '0.00', inStock: false, category: 'scanners' })
    await request(shop.app.server).get('/api/admin/imports/none/failures').set(bearer).expect(404)
  })
})
