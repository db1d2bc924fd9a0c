import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { aCountedProduct, aCustomer, anOrder, productsOf } from './bff/testing/shop-requests.ts'
import { exportData } from './platform/data-file/export-data.ts'
import { importData } from './platform/data-file/import-data.ts'
import { startShop } from './testing/start-shop.ts'
import { freshDatabaseUri } from './testing/test-database.ts'

const SECRET = '9ae1b7c05d3f4e6288aa10c4f7d2b3965f0e'
const onProgress = () => {}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'superprinter-data-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a shop whose data was carried to another database', () => {
  it('goes on: customers stay signed in, order numbers follow, stock and catalog are the same', async () => {
    const file = join(folder, 'shop.gz')
    const before = await startShop({ JWT_SECRET: SECRET })
    const databaseUri = freshDatabaseUri()
    const customer = await aCustomer(before)
    const product = await aCountedProduct(before, 5)
    const order = await request(before.app.server).post('/api/orders').set(customer.bearer).send(anOrder(product))
    const catalog = await productsOf(before)
    const { database } = before.shop
    await exportData({ database, file, secret: SECRET, now: new Date(), onProgress })
    const target = await connectDatabase(databaseUri, createLogger('silent'))
    const { header } = await importData({ database: target, file, now: new Date(), onProgress })
    await target.close()
    await before.stop()

    const after = await startShop({ JWT_SECRET: header.jwtSecret ?? '' }, { databaseUri })
    try {
      expect(await productsOf(after)).toEqual(catalog)
      const orders = await request(after.app.server).get('/api/user/orders').set(customer.bearer).expect(200)
      expect(orders.body).toMatchObject([{ id: order.body.id, totalAmount: order.body.totalAmount }])
      const next = await request(after.app.server).post('/api/orders').set(customer.bearer).send(anOrder(product))
      expect(next.body.id).toBe(order.body.id + 1)
    } finally {
      await after.stop()
    }
  })

  it('does not start while the import is unfinished', async () => {
    const file = join(folder, 'cut')
    const before = await startShop()
    const { database } = before.shop
    await exportData({ database, file, secret: null, now: new Date(), onProgress })
    await before.stop()
    const databaseUri = freshDatabaseUri()
    const target = await connectDatabase(databaseUri, createLogger('silent'))
    const stopping = new AbortController()
    const breaking = importData({
      database: target,
      file,
      now: new Date(),
      onProgress: () => stopping.abort(),
      signal: stopping.signal,
    })
    await expect(breaking).rejects.toThrowError()
    await expect(startShop({}, { databaseUri })).rejects.toThrowError(
      'The shop did not start: the import into this database was not finished.',
    )
    await target.connection.dropDatabase()
    await target.close()
  })
})
