import type { ServerResponse } from 'node:http'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BulkEdit } from '#contracts/bulk-edits'
import type { Order } from '#contracts/orders'
import type { Product, ProductFacets } from '#contracts/catalog'
import { SECRET } from '../testing/config-reader.ts'
import { eventually } from '../testing/eventually.ts'
import { startHttpsServer, type HttpsServer } from '../testing/https-server.ts'
import { patient } from '../testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../testing/redis-server.ts'
import { startShop, type RunningShop } from '../testing/start-shop.ts'
import { freshDatabaseUri } from '../testing/test-database.ts'
import { importClient, type ImportClient } from './testing/import-client.ts'
import { anOrder, aProvedCustomer, type SignedIn } from './testing/shop-requests.ts'
import { staffScript } from './testing/staff-requests.ts'

/** How long any process may still show what was before. */
const WITHIN_MS = 1000
const PIECES = 3
const SKU = 'AST-1'
const NAME = 'Aster Quiet 100'
const HEADER = 'sku,name,brand,price,category,stockQuantity\n'
const LIST = '/api/products?brand=Aster&inStock=true&limit=24'
const FACETS = '/api/products/facets?brand=Aster'
const PAGE = '/products?brand=Aster&inStock=true'

describe.skipIf(!hasRedisServer()).each(['memory', 'database'])(
  'every web process that searches in %s, within a second,',
  { timeout: patient(60_000) },
  (CATALOG_SEARCH) => {
    let redis: RedisServer
    let supplierServer: HttpsServer
    let webs: RunningShop[]
    let staff: { readonly Authorization: string }
    let customer: SignedIn
    let imports: ImportClient
    let product: Product

    const first = () => webs[0] as RunningShop
    const call = () => request(first().app.server)

    beforeAll(async () => {
      redis = await startRedisServer()
      supplierServer = await startHttpsServer()
      const databaseUri = freshDatabaseUri()
      const env = { REDIS_URL: redis.url, JWT_SECRET: SECRET, CATALOG_SEARCH }
      webs = []
      for (let i = 0; i < 2; i++) webs.push(await startShop(env, { databaseUri, network: supplierServer.network }))
      staff = await staffScript(first())
      customer = await aProvedCustomer(first())
      imports = importClient(first(), staff)
      const create = (name: string, sku: string) =>
        call()
          .post('/api/admin/products')
          .set(staff)
          .send({
            name,
            sku,
            brand: 'Aster',
            price: '10.00',
            category: 'printers',
            stockQuantity: PIECES,
            inStock: true,
          })
          .expect(201)
      await create('Aster Standing', 'AST-2')
      product = (await create(NAME, SKU)).body as Product
      await isShown(true)
    }, patient(120_000))
    afterAll(async () => {
      await webs[1]?.shop.stop()
      await webs[0]?.stop()
      await supplierServer.stop()
      await redis.stop()
    })

    const edit = (changes: Record<string, unknown>) =>
      call().put(`/api/admin/products/${product.id}`).set(staff).send(changes).expect(200)

    /** Waits until it is stored, and from then on no longer than a second until every process says so. */
    async function isShown(inStock: boolean): Promise<void> {
      const products = first().shop.database.connection.collection<{ _id: number }>('products')
      await eventually(async () => expect(await products.findOne({ _id: product.id })).toMatchObject({ inStock }))
      for (const web of webs) await eventually(() => says(web, inStock), { withinMs: WITHIN_MS })
    }

    async function says(web: RunningShop, inStock: boolean): Promise<void> {
      const get = async (url: string) => (await web.inject({ url, headers: { host: 'shop.example' } })).body
      const list = JSON.parse(await get(LIST)) as readonly Product[]
      const facets = JSON.parse(await get(FACETS)) as ProductFacets
      const detail = JSON.parse(await get(`/api/products/${product.id}`)) as Product
      expect({
        listed: list.some(({ id }) => id === product.id),
        counted: facets.inStock === 2,
        told: detail.inStock,
        onPage: (await get(PAGE)).includes(NAME),
        onItsPage: (await get(`/products/${product.id}`)).includes('https://schema.org/InStock'),
      }).toEqual({ listed: inStock, counted: inStock, told: inStock, onPage: inStock, onItsPage: inStock })
    }

    const rows = (pieces: number) => `${HEADER}${SKU},${NAME},Aster,10.00,printers,${pieces}\n`

    it('no longer shows as in stock what an order took, and shows it again when the order is canceled', async () => {
      await edit({ stockQuantity: PIECES, inStock: true })
      const order = await call()
        .post('/api/orders')
        .set(customer.bearer)
        .send(anOrder(product, { customerEmail: customer.email }, { quantity: PIECES }))
        .expect(201)
      await isShown(false)
      await call()
        .post(`/api/user/orders/${(order.body as Order).id}/cancel`)
        .set(customer.bearer)
        .expect(200)
      await isShown(true)
    })

    it.each([{ stockQuantity: 0 }, { inStock: false }])('shows what staff edit: %j', async (changes) => {
      await edit({ stockQuantity: PIECES, inStock: true })
      await isShown(true)
      await edit(changes)
      await isShown(false)
      await edit({ stockQuantity: PIECES, inStock: true })
      await isShown(true)
    })

    it('shows what staff edit of many products at once, and its undo', async () => {
      const base = '/api/admin/bulk-edits'
      const { id } = (
        await call()
          .post(base)
          .set(staff)
          .send({ ids: [product.id], edit: { stock: { mode: 'set', pieces: 0 } } })
          .expect(202)
      ).body as BulkEdit
      const until = (state: string) =>
        eventually(async () => expect((await call().get(`${base}/${id}`).set(staff)).body).toMatchObject({ state }))
      await until('previewed')
      await call().post(`${base}/${id}/start`).set(staff).expect(202)
      await isShown(false)
      await until('finished')
      await call().post(`${base}/${id}/undo`).set(staff).expect(202)
      await isShown(true)
      await until('undone')
    })

    it('shows what a price list says, and its undo', async () => {
      const { id } = await imports.run(rows(0), { mode: 'upsert' })
      await isShown(false)
      await imports.post(`${id}/undo`).expect(202)
      await isShown(true)
      await imports.settled(id)
    })

    it('shows what a supplier is fetched to say', async () => {
      const created = await call().post('/api/admin/suppliers').set(staff).send({ name: 'Aster' }).expect(201)
      const supplierId = String((created.body as { id: string }).id)
      const sent = await imports.send(rows(PIECES), { preview: 'columns', mode: 'upsert' }).expect(202)
      const { id } = sent.body as { id: string }
      await call()
        .put(`/api/admin/imports/${id}/mapping`)
        .set(staff)
        .send({ mapping: {}, mode: 'upsert', supplierId })
        .expect(202)
      await imports.settled(id)
      await imports.post(`${id}/start`).expect(202)
      await imports.settled(id)
      await isShown(true)
      const source = { signIn: 'none', signInName: '', secret: '', isOn: false, time: '03:00', mailTo: ['owner'] }
      await call()
        .put(`/api/admin/suppliers/${supplierId}/source`)
        .set(staff)
        .send({ ...source, url: `${supplierServer.url}/list.csv` })
        .expect(204)
      for (const pieces of [0, PIECES]) {
        supplierServer.answer((_request, response: ServerResponse) => response.writeHead(200).end(rows(pieces)))
        await call().post(`/api/admin/suppliers/${supplierId}/fetch`).set(staff).expect(202)
        await isShown(pieces > 0)
        await eventually(async () => {
          const fetches = await call().get(`/api/admin/suppliers/${supplierId}/fetches`).set(staff).expect(200)
          expect((fetches.body as { state: string }[]).filter(({ state }) => state === 'under-way')).toEqual([])
        })
      }
    })
  },
)
