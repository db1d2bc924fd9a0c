import sharp from 'sharp'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#platform/time/durations'
import { aWorkbook } from '../../../modules/admin/imports/testing/workbook-writer.ts'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { importClient, type ImportClient } from '../../testing/import-client.ts'
import { staffScript } from '../../testing/staff-requests.ts'

let shop: RunningShop
let imports: ImportClient
let bearer: { readonly Authorization: string }
let passed = 0
beforeAll(async () => {
  shop = await startShop({ SEED_DEMO: 'false' }, { clock: { now: () => new Date(Date.now() + passed) } })
})
afterAll(() => shop.stop())
beforeEach(() => enter())

async function enter(): Promise<void> {
  bearer = await staffScript(shop)
  imports = importClient(shop, bearer)
}
/** Staff come back so many days later. */
async function later(days: number): Promise<void> {
  passed += days * DAY_MS
  await enter()
}
const get = (path: string) => request(shop.app.server).get(path).set(bearer)
const stored = (name: string) => shop.shop.database.connection.collection(name)

describe('imports', () => {
  it('are listed page by page, newest first', async () => {
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) ids.unshift((await imports.run(`name,price\n${name},1.00\n`)).id)
    const first = await get('/api/admin/imports?limit=2')
    const second = await get('/api/admin/imports?limit=2&offset=2')
    expect(first.headers['x-total-count']).toBe('3')
    expect([...first.body, ...second.body].map(({ id }: { id: string }) => id)).toEqual(ids)
    await get('/api/admin/imports?limit=0').expect(400)
  })

  it('can be read and undone for 90 days from their start, and their line stays', async () => {
    const { id, keptUntil, startedAt } = await imports.run('name,price\nBad,x\nGood,1.00\n')
    expect(Date.parse(keptUntil) - Date.parse(startedAt ?? '')).toBe(90 * DAY_MS)
    await later(89)
    await get(`/api/admin/imports/${id}/file`).expect(200)
    await later(2)
    for (const what of ['file', 'failed.csv'])
      expect((await get(`/api/admin/imports/${id}/${what}`).expect(404)).body).toMatchObject({
        code: 'IMPORT_FILE_GONE',
      })
    const undo = await imports.post(`${id}/undo`).expect(409)
    expect(undo.body.message).toBe('An import can be undone for 90 days.')
    expect(await imports.get(id)).toMatchObject({ state: 'finished', created: 1, failed: 1 })
  })

  it('are cleared away by the database only after what was promised', async () => {
    const { id, keptUntil } = await imports.run('name,price\nKept,1.00\n')
    for (const [name, filter] of [
      ['import_files', { fileId: id }],
      ['import_rows', { importId: id }],
    ] as const) {
      const found = await stored(name).find(filter).toArray()
      expect(found.length).toBeGreaterThan(0)
      for (const { expiresAt } of found) expect((expiresAt as Date).getTime()).toBeGreaterThan(Date.parse(keptUntil))
      expect(await stored(name).indexes()).toContainEqual(
        expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
      )
    }
  })

  it('of a workbook are kept with the rows of its sheet, also of one that is chosen later', async () => {
    const header = ['sku', 'name', 'price']
    const sheet = (name: string) => ({ name, rows: [header, [`${name}-1`, name, 5]] })
    const workbook = aWorkbook([sheet('First'), sheet('Other')])
    const sent = await imports.send(workbook, { preview: 'true' }, 'list.xlsx').expect(202)
    const { id, keptUntil } = await imports.settled(String(sent.body.id))
    const areKept = async () => {
      const pieces = await stored('import_files')
        .find({ fileId: { $in: [id, `${id}:table`] } })
        .toArray()
      expect(pieces).toHaveLength(2)
      for (const { expiresAt } of pieces) expect((expiresAt as Date).getTime()).toBeGreaterThan(Date.parse(keptUntil))
    }
    await areKept()
    await request(shop.app.server)
      .put(`/api/admin/imports/${id}/sheet`)
      .set(bearer)
      .send({ sheet: 'Other' })
      .expect(200)
    await areKept()
  })

  it('that wait as a preview can be started for 30 days, and are kept for 90 more once they are', async () => {
    const late = await imports.run('name,price\nLate,1.00\n', { preview: 'true' })
    const early = await imports.run('name,price\nEarly,1.00\n', { preview: 'true' })
    const [rows] = await stored('import_rows').find({ importId: late.id }).toArray()
    const grace = new Date(rows?.expiresAt as Date).getTime() - Date.parse(late.keptUntil)
    expect(grace).toBeGreaterThan(0)
    expect(grace).toBeLessThan(3 * DAY_MS)
    await later(29)
    await imports.post(`${early.id}/start`).expect(202)
    const { keptUntil } = await imports.settled(early.id)
    const [piece] = await stored('import_files').find({ fileId: early.id }).toArray()
    expect(new Date(piece?.expiresAt as Date).getTime()).toBeGreaterThan(Date.parse(keptUntil))
    await later(2)
    expect((await imports.post(`${late.id}/start`).expect(409)).body.message).toBe(
      'A preview can be started for 30 days. Send the file again.',
    )
  })
})

describe('uploaded pictures', () => {
  const upload = async (): Promise<string> => {
    const body = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#0af' } })
      .png()
      .toBuffer()
    return String(
      (
        await request(shop.app.server)
          .post('/api/admin/uploads')
          .set(bearer)
          .attach('images', body, 'a.png')
          .expect(201)
      ).body[0].url,
    )
  }
  // What was looked at lately may still be answered from memory.
  const exists = async (url: string) =>
    (await stored('images').findOne({ _id: url.split('/').at(-1) as never })) !== null
  const add = async (body: object) =>
    Number((await request(shop.app.server).post('/api/admin/products').set(bearer).send(body).expect(201)).body.id)
  /** They are looked through so many days later. */
  const tidied = async (days: number) => {
    await later(days)
    const { catalog, orders } = shop.shop
    await catalog.tidyImages((fileNames) => orders.shownImages(fileNames))
  }

  it('go 120 days after the last product stopped showing them, in all widths', async () => {
    const [shown, listed, dropped, never] = [await upload(), await upload(), await upload(), await upload()]
    await add({ name: 'Shown', price: '1.00', image: shown })
    await imports.run(`name,price,images\nListed,1.00,http://shop.example${listed}?v=2#a/b\n`)
    const id = await add({ name: 'Dropped', price: '1.00', image: dropped, images: [] })
    await tidied(1)
    await tidied(100)
    await request(shop.app.server).put(`/api/admin/products/${id}`).set(bearer).send({ image: '' }).expect(200)
    await tidied(1)
    await tidied(20)
    expect(await exists(never)).toBe(false)
    expect(await exists(never.replace('500', '400'))).toBe(false)
    expect(await Promise.all([shown, listed, dropped].map(exists))).toEqual([true, true, true])
    await tidied(101)
    expect(await exists(dropped)).toBe(false)
    expect(await Promise.all([shown, listed].map(exists))).toEqual([true, true])
  })

  it('that a version before this one called unused, looking seldom, go 120 days after they are looked at again', async () => {
    const url = await upload()
    const id = await add({ name: 'Shown again', price: '1.00', image: url, images: [] })
    await stored('images').updateMany({}, { $set: { unusedSince: new Date(0) } })
    await request(shop.app.server).put(`/api/admin/products/${id}`).set(bearer).send({ image: '' }).expect(200)
    // As at the start of this version.
    for (const step of shop.shop.catalog.schemaSteps) while (await step.runBatch()) continue
    await tidied(1)
    expect(await exists(url)).toBe(true)
    await tidied(119)
    expect(await exists(url)).toBe(true)
    await tidied(2)
    expect(await exists(url)).toBe(false)
  })

  it.each([
    ['a path', ''],
    ['an address', 'https://shop.example'],
  ])('stay as long as an order shows them, kept as %s', async (_kept, before) => {
    const url = await upload()
    const id = await add({ name: 'Sold', price: '1.00', image: `${before}${url}`, images: [] })
    const [fileName] = url.split('/').slice(-1)
    // As an order keeps it, without buying one.
    const shown = await shop.shop.orders.shownImages([String(fileName)])
    expect(shown.size).toBe(0)
    const register = {
      firstName: 'Ada',
      lastName: 'Byron',
      email: `ada-${url.length + before.length}@example.com`,
      phone: '5551234567',
      password: 'Quiet-Harbour-42',
    }
    const { token } = (await request(shop.app.server).post('/api/register').send(register).expect(201)).body as {
      token: string
    }
    const address = {
      firstName: 'Ada',
      lastName: 'Byron',
      address: '12 Elm Street',
      city: 'Springfield',
      state: 'IL',
      zipCode: '62704',
      country: 'US',
    }
    const order = {
      sessionId: 's',
      customerEmail: register.email,
      customerName: 'Ada Byron',
      shippingAddress: address,
      billingAddress: address,
      totalAmount: '1.00',
      items: [{ productId: id, productName: 'Sold', quantity: 1, price: 1, total: '1.00' }],
    }
    await request(shop.app.server)
      .post('/api/orders')
      .set({ Authorization: `Bearer ${token}` })
      .send(order)
      .expect(201)
    await request(shop.app.server).delete(`/api/admin/products/${id}`).set(bearer).expect(204)
    await tidied(1)
    await tidied(121)
    expect(await exists(url)).toBe(true)
  })
})
