import { afterAll, beforeAll, expect, it } from 'vitest'
import { aProduct } from '../modules/catalog/testing/product-builder.ts'
import type { RunningShop } from '../testing/start-shop.ts'
import { startDistantClient } from './testing/distant-client.ts'
import { startFilledShop } from '../testing/filled-shop.ts'
import { longestHold } from './testing/longest-hold.ts'
import { staffScript } from './testing/staff-requests.ts'

const PRODUCTS = 160
/** As many as a product is linked to at most. */
const LINKS = 100
/** What a request may hold up all others for, in ms of processor time. */
const LONGEST_HOLD_MS = 50
const ATTEMPTS = 4

const client = startDistantClient()
let shop: RunningShop

beforeAll(async () => {
  shop = await startFilledShop({ products: PRODUCTS, product: theProduct, atOnce: 20 })
})
afterAll(async () => {
  await client.close()
  await shop.stop()
})

/** A text of three bytes for each letter. */
const text = (of: unknown, length: number) => `${String(of)} ${'印'.repeat(length)}`.slice(0, length)

/** With everything as long as a form and a price list allow. */
function theProduct(id: number) {
  return aProduct({
    id,
    name: text(`Nettle ${id}`, 200),
    sku: `N-${id}`,
    description: text(id, 5000),
    features: Array.from({ length: 50 }, (_, i) => text(`${id} ${i}`, 300)),
    specifications: Object.fromEntries(Array.from({ length: 110 }, (_, i) => [text(i, 80), text(id, 500)])),
    fits: Array.from({ length: 200 }, (_, i) => text(`Nettle ${i}`, 200)),
    images: Array.from({ length: 20 }, (_, i) => `/images/products/${'p'.repeat(470)}${i}.svg`),
    linkedIds: Array.from({ length: LINKS }, (_, i) => i + 1).filter((other) => other !== id),
  })
}

const idsFrom = (first: number) => Array.from({ length: 100 }, (_, i) => first + i).join()

/** n makes each a new one. */
const ADDRESSES: Readonly<Record<string, (n: number) => string>> = {
  'a list without a limit': (n) => `/api/products?brand=HP&brand=Nobody${n}`,
  'a hundred products by their numbers': (n) => `/api/products?ids=${idsFrom(1 + n)}`,
  'what belongs to a product': (n) => `/api/products/${PRODUCTS - n}/fitting`,
  'the finder': (n) => `/api/finder?prints=documents&pages=${100 + n}`,
  'the counts of the filter panel': (n) => `/api/products/facets?brand=HP&brand=Nobody${n}`,
  "the staff's table": () => '/api/admin/products?limit=100',
  'its export': () => '/api/admin/products.csv',
}

it.each(Object.entries(ADDRESSES))('of products with the longest texts, %s holds up nobody', async (_, path) => {
  const staff = { ...(await staffScript(shop)) }
  let best = Infinity
  for (let n = 0; n < ATTEMPTS && best >= LONGEST_HOLD_MS; n++) {
    const hold = await longestHold(async () => {
      expect(await client.get(`${shop.url}${path(n)}`, staff)).toMatchObject({ status: 200 })
    })
    best = Math.min(best, hold)
  }
  expect(best).toBeLessThan(LONGEST_HOLD_MS)
})
