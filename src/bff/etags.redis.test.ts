import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#contracts/orders'
import type { Product } from '#contracts/catalog'
import { storeReviews } from '../modules/catalog/testing/review-builder.ts'
import { SECRET } from '../testing/config-reader.ts'
import { eventually } from '../testing/eventually.ts'
import { patient } from '../testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../testing/redis-server.ts'
import { startShop, type RunningShop } from '../testing/start-shop.ts'
import { freshDatabaseUri } from '../testing/test-database.ts'
import { importClient } from './testing/import-client.ts'
import { aCountedProduct, anOrder, aProvedCustomer, type SignedIn } from './testing/shop-requests.ts'
import { staffScript } from './testing/staff-requests.ts'

const ENCODINGS = ['br', 'gzip', 'identity']
/** Pages name the shop's own address, which both processes have. */
const HOST = 'shop.example'

/** What was sent under one ETag, and under which ETag some bytes were sent. */
interface Sent {
  readonly bytesOf: Map<string, Buffer>
  readonly tagOf: Map<string, string>
}

describe.skipIf(!hasRedisServer()).each(['memory', 'database'])(
  'ETags of two web processes that search in %s',
  { timeout: patient(120_000) },
  (CATALOG_SEARCH) => {
    const databaseUri = freshDatabaseUri()
    const sent = new Map<string, Sent>()
    /** The ETag that each process gave last. */
    const last = new Map<string, string>()
    let redis: RedisServer
    let webs: RunningShop[]
    let staff: { readonly Authorization: string }
    let customer: SignedIn
    let product: Product
    let addresses: readonly string[]
    /** Without an ETag, and never kept by a browser. */
    let unkept: readonly (readonly [address: string, headers: Readonly<Record<string, string>>])[]

    const start = () => startShop({ REDIS_URL: redis.url, JWT_SECRET: SECRET, CATALOG_SEARCH }, { databaseUri })
    const first = () => webs[0] as RunningShop

    beforeAll(async () => {
      redis = await startRedisServer()
      webs = []
      for (let i = 0; i < 2; i++) webs.push(await start())
      staff = await staffScript(first())
      customer = await aProvedCustomer(first())
      product = await aCountedProduct(first(), 8)
      const { id, slug: _, ...named } = product as Product & { readonly slug?: string }
      addresses = [
        '/api/products?limit=24',
        `/api/products?limit=24&category=${named.category}&brand=${encodeURIComponent(named.brand)}&sort=price-low`,
        '/api/products?limit=24&inStock=true&sort=rating',
        '/api/products?limit=24&sort=price-low',
        `/api/products?limit=5&search=${encodeURIComponent(named.name)}`,
        `/api/products?ids=${id},1,2`,
        `/api/products?name=${encodeURIComponent(named.name)}`,
        '/api/products/facets',
        `/api/products/facets?category=${named.category}&inStock=true`,
        `/api/products/${id}`,
        `/api/products/${id}/reviews`,
        `/api/products/${id}/fitting`,
        '/api/finder?prints=documents&pages=100&color=no&scans=no&connection=any&paper=letter',
        `/api/search-suggestions?q=${encodeURIComponent(named.name.slice(0, 4))}`,
        '/',
        '/products',
        `/products?brand=${encodeURIComponent(named.brand)}`,
        `/products/${id}`,
        `/category/${named.category}`,
        '/sitemap.xml',
        '/sitemap-pages.xml',
        '/sitemap-products-1.xml',
        '/api/docs/json',
        named.image,
      ]
      unkept = [
        ...['/api/auth/user', '/api/user/orders', '/api/user/cart', '/api/user/wishlist', '/api/user/addresses'].map(
          (address) => [address, customer.bearer] as const,
        ),
        ...['summary', 'products', 'products.csv', 'orders', 'orders.csv', 'audit', 'audit.csv'].map(
          (name) => [`/api/admin/${name}`, staff] as const,
        ),
      ]
    }, patient(120_000))
    afterAll(async () => {
      for (const web of webs.slice(1)) await web.shop.stop()
      await webs[0]?.stop()
      await redis.stop()
    })

    const ask = (web: RunningShop, url: string, headers: Readonly<Record<string, string>>) =>
      web.inject({ url, headers: { host: HOST, ...headers } })

    /** Asks every process for everything in every encoding: one ETag stands for one sequence of bytes, and they for it. */
    async function askForEverything(): Promise<void> {
      for (const address of addresses)
        for (const encoding of ENCODINGS) await Promise.all(webs.map((web) => askFor(web, address, encoding)))
    }

    async function askFor(web: RunningShop, address: string, encoding: string): Promise<void> {
      const key = `${encoding} ${address}`
      const known = sent.get(key) ?? { bytesOf: new Map<string, Buffer>(), tagOf: new Map<string, string>() }
      sent.set(key, known)
      const { statusCode, headers, rawPayload } = await ask(web, address, { 'accept-encoding': encoding })
      const etag = String(headers.etag)
      expect([key, statusCode, etag]).toEqual([key, 200, expect.stringMatching(/^"[\w-]+"$/)])
      const bytes = known.bytesOf.get(etag) ?? rawPayload
      expect(rawPayload.equals(bytes), `${key} is the same under the same ETag`).toBe(true)
      known.bytesOf.set(etag, bytes)
      const text = rawPayload.toString('latin1')
      expect([key, known.tagOf.get(text) ?? etag]).toEqual([key, etag])
      known.tagOf.set(text, etag)
      const place = `${webs.indexOf(web)} ${key}`
      if (last.get(place) === etag) return
      for (const former of [etag, last.get(place) ?? '"none"']) {
        const again = await ask(web, address, { 'accept-encoding': encoding, 'if-none-match': former })
        // Another process may hear of the change between two questions.
        expect([key, again.statusCode === 304]).toEqual([key, again.headers.etag === former])
      }
      last.set(place, etag)
    }

    /** How many different answers there were to an address, in each encoding. */
    const answersTo = (address: string) =>
      ENCODINGS.map((encoding) => sent.get(`${encoding} ${address}`)?.bytesOf.size ?? 0)

    /** Asks for everything until an address is answered with something new. */
    async function untilChanged(...changing: readonly string[]): Promise<void> {
      const before = changing.map(answersTo)
      await eventually(async () => {
        await askForEverything()
        for (const [at, address] of changing.entries())
          for (const [each, count] of answersTo(address).entries())
            expect([address, count]).toEqual([address, Math.max(count, (before[at]?.[each] ?? 0) + 1)])
      })
    }

    const edit = (id: number, changes: Record<string, unknown>) =>
      request(first().app.server).put(`/api/admin/products/${id}`).set(staff).send(changes).expect(200)

    it('are the same while nothing changes, in both and for kept and unkept answers', async () => {
      for (let time = 0; time < 2; time++) await askForEverything()
      for (const address of addresses) expect([address, ...answersTo(address)]).toEqual([address, 1, 1, 1])
    })

    it('change with the bytes, and never otherwise, whatever is sold, edited, imported, written or removed', async () => {
      const { id } = product
      const [ofProduct, page] = [`/api/products/${id}`, `/products/${id}`]
      const [ofIds, ofBrand] = [`/api/products?ids=${id},1,2`, `/products?brand=${encodeURIComponent(product.brand)}`]
      const ordered = await request(first().app.server)
        .post('/api/orders')
        .set(customer.bearer)
        .send(anOrder(product, { customerEmail: customer.email }))
        .expect(201)
      await untilChanged(ofProduct, ofIds)
      await request(first().app.server)
        .post(`/api/user/orders/${(ordered.body as Order).id}/cancel`)
        .set(customer.bearer)
        .expect(200)
      await edit(id, { price: '987.65' })
      await untilChanged(ofProduct, page, ofIds, ofBrand)
      await edit(id, { price: product.price })
      await edit(id, { stockQuantity: 0 })
      await untilChanged(ofProduct, page, '/api/products/facets', '/api/products?limit=24&inStock=true&sort=rating')
      await edit(id, { stockQuantity: product.stockQuantity })
      await askForEverything()
      await edit(id, { name: `${product.name} Größe 打印` })
      await untilChanged(ofProduct, page)
      await edit(id, { name: product.name })
      await storeReviews(first().shop.database, id, 3, (at) => ({ comment: `It prints (${at}).` }))
      await edit(id, { description: 'It prints on both sides.' })
      await untilChanged(ofProduct)
      const imported = await importClient(first(), staff).run(
        'name,brand,price,category\nAster 1,Aster,1.10,printers\n',
      )
      await untilChanged('/api/products?limit=24&sort=price-low', '/api/products/facets', '/sitemap-products-1.xml')
      await importClient(first(), staff).post(`${imported.id}/undo`).expect(202)
      await importClient(first(), staff).settled(imported.id)
      await askForEverything()
    })

    it('are the same after a restart', async () => {
      // What was announced last has come everywhere.
      await eventually(async () => {
        const before = addresses.map(answersTo)
        await askForEverything()
        expect(addresses.map(answersTo)).toEqual(before)
      })
      const before = addresses.map(answersTo)
      await webs.pop()?.shop.stop()
      webs.push(await start())
      await askForEverything()
      expect(addresses.map(answersTo)).toEqual(before)
    })

    it('are not given to what belongs to one person, which no browser keeps', async () => {
      for (const [address, headers] of unkept)
        for (const web of webs) {
          const answer = await ask(web, address, { ...headers, 'accept-encoding': 'br' })
          const { etag, 'cache-control': kept } = answer.headers
          expect([address, answer.statusCode, etag, kept]).toEqual([address, 200, undefined, 'no-store'])
        }
    })
  },
)
