import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aProduct } from '../modules/catalog/testing/product-builder.ts'
import type { RunningShop } from '../testing/start-shop.ts'
import { storeOrders } from '../modules/orders/testing/order-builder.ts'
import { startFilledShop } from '../testing/filled-shop.ts'
import { longestHold } from './testing/longest-hold.ts'
import { aCustomer } from './testing/shop-requests.ts'
import { staffScript } from './testing/staff-requests.ts'

const PRODUCTS = 20_000
const ORDERS = 1200
const LINES = 100
const CUSTOMER = 'customer-1'
/** What a request may hold up all others for, in ms of processor time. The caller's own work is done in the same thread. */
const LONGEST_HOLD_MS = 50
const ATTEMPTS = 4
/** How long after a start everything is rendered ahead that will be (`rendering/render-ahead.ts`). */
const RENDERED_AHEAD_WITHIN_MS = 800

const BRANDS = ['HP', 'Canon', 'Epson', 'Brother', 'Kyocera']
const CATEGORIES = ['printers', 'photo-printers', 'scanners']

const stores = [vi.spyOn(AsyncLocalStorage.prototype, 'run'), vi.spyOn(AsyncLocalStorage.prototype, 'enterWith')]
let shop: RunningShop

beforeAll(async () => {
  shop = await startFilledShop({
    products: PRODUCTS,
    product: theProduct,
    atOnce: 1000,
    // A dealer, who orders many products, and hardly one twice.
    more: (database) =>
      storeOrders(database, CUSTOMER, ORDERS, (order) =>
        Array.from({ length: LINES }, (_, line) => ((order * LINES + line) % PRODUCTS) + 1),
      ),
  })
})
afterAll(() => shop.stop())

function theProduct(id: number) {
  const brand = BRANDS[id % BRANDS.length] ?? ''
  return aProduct({
    id,
    // As in a price list that has something else in the column of brands.
    brand: id % 2 === 0 ? `${id} ${'印'.repeat(80)}`.slice(0, 80) : brand,
    category: CATEGORIES[id % CATEGORIES.length] ?? '',
    name: `${brand} LaserWriter ${id}dn`,
    sku: `SKU-${id}`,
    priceCents: 5000 + ((id * 7919) % 90_000),
    rating: (id % 9) / 2 + 0.5,
    inStock: id % 6 !== 0,
    features: ['Prints on both sides', `Holds ${id % 500} sheets`],
    description: 'Prints, copies and scans for a whole office. '.repeat(6),
  })
}

/** For each public GET of the catalog its most expensive requests; n makes each one a new one. */
const REQUESTS: Readonly<Record<string, (n: number) => readonly string[]>> = {
  '/api/products': (n) => [
    `/api/products?offset=${n * 1000}`,
    `/api/products?brand=HP&brand=Canon&brand=Nobody${n}`,
    `/api/products?search=laserwriter&sort=name&limit=100&offset=${n}`,
    `/api/products?search=laserwritre+priints+bith+${n}dx`,
    `/api/products?search=h+l+d+${n}`,
    `/api/products?inStock=true&price=100-300&sort=rating&limit=100&offset=${9000 + n}`,
    `/api/products?ids=${Array.from({ length: 100 }, (_, i) => i * 150 + n + 1).join(',')}`,
    `/api/products?${new URLSearchParams(Array.from({ length: 20 }, (_, i) => ['name', `HP LaserWriter ${i * 5 + n}dn`]))}`,
  ],
  '/api/products/facets': (n) => [
    `/api/products/facets?brand=Nobody${n}`,
    `/api/products/facets?search=laserwriter&inStock=true&brand=HP&brand=Nobody${n}`,
  ],
  '/api/finder': (n) => [`/api/finder?prints=documents&pages=${100 + n}`],
  '/api/products/{id}': (n) => [`/api/products/${100 + n}`],
  '/api/products/{id}/fitting': (n) => [`/api/products/${100 + n}/fitting`],
  '/api/products/{id}/reviews': (n) => [`/api/products/${100 + n}/reviews`],
  '/api/search-suggestions': (n) => [
    `/api/search-suggestions?q=la${'  '.repeat(n)}`,
    `/api/search-suggestions?q=lasrwriter+${n}`,
  ],
}

/** Addresses that are not of the API. */
const FILES: readonly ((n: number) => string)[] = [
  () => '/sitemap.xml',
  (n) => `/sitemap-products-${n + 1}.xml`,
  () => '/sitemap-pages.xml',
  () => '/robots.txt',
]

/** Pages, which are rendered anew for each n. */
const PAGES: readonly ((n: number) => string)[] = [
  () => '/',
  (n) => `/products?brand=HP&brand=Nobody${n}`,
  (n) => `/products?search=laserwritre+${n}dx`,
  (n) => `/products?page=${800 + n}`,
  (n) => `/category/printers?page=${n + 2}`,
  (n) => `/category/photo-printers?price=100-300&page=${n + 2}`,
  (n) => `/products/${200 + n}`,
  (n) => `/compare?ids=${n + 1},${n + 2},${n + 3},${n + 4}`,
  (n) => `/contact?subject=Quote${n}`,
  (n) => `/products?search=laserwriter+-dx${n}`,
  () => '/admin',
]

/** For each GET of staff that has an address of its own, its most expensive request. */
const STAFF_REQUESTS: Readonly<Record<string, (n: number) => string>> = {
  '/api/admin/audit': (n) => `/api/admin/audit?limit=100&offset=${n}`,
  '/api/admin/audit.csv': () => '/api/admin/audit.csv',
  '/api/admin/bulk-edits': () => '/api/admin/bulk-edits',
  '/api/admin/imports': (n) => `/api/admin/imports?limit=100&offset=${n}`,
  '/api/admin/inbox': (n) => `/api/admin/inbox?limit=100&offset=${n}&search=word`,
  '/api/admin/inbox/people': () => '/api/admin/inbox/people',
  '/api/admin/me': () => '/api/admin/me',
  '/api/admin/orders': (n) => `/api/admin/orders?offset=${n}`,
  '/api/admin/orders.csv': (n) => `/api/admin/orders.csv?search=Marlow+Springfield+${n}`,
  '/api/admin/products': (n) => `/api/admin/products?search=laserwritre+${n}dx&sort=stock-low`,
  '/api/admin/products.csv': (n) => `/api/admin/products.csv?search=laserwritre+${n}dx`,
  '/api/admin/queues': () => '/api/admin/queues',
  '/api/admin/saved-replies': () => '/api/admin/saved-replies',
  '/api/admin/search-misses': () => '/api/admin/search-misses',
  '/api/admin/session': () => '/api/admin/session',
  '/api/admin/staff': () => '/api/admin/staff',
  '/api/admin/summary': () => '/api/admin/summary',
  '/api/admin/suppliers': () => '/api/admin/suppliers',
  '/api/admin/suppliers/mail-recipients': () => '/api/admin/suppliers/mail-recipients',
  '/api/admin/to-do': () => '/api/admin/to-do',
}

/** What staff ask for in other ways. */
const OTHER_STAFF_REQUESTS: readonly ((n: number) => string)[] = [
  (n) => `/api/admin/orders?search=Marlow+Springfield+${n}`,
  (n) => `/api/admin/orders?search=Dana&sort=oldest&offset=${n}`,
  () => '/api/admin/orders.csv?search=Dana',
]

/** The best of some attempts, or the first that is short enough: the code of the first is compiled while it runs. */
async function leastHold(path: (n: number) => string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  let best = Infinity
  for (let n = 0; n < ATTEMPTS && best >= LONGEST_HOLD_MS; n += 1) best = Math.min(best, await holdOf(path(n), headers))
  return best
}

function holdOf(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return longestHold(async () => {
    const answer = await fetch(`${shop.url}${path}`, { headers })
    for await (const _piece of answer.body ?? []);
    expect(answer.status, path).toBeLessThan(300)
  })
}

describe('no request holds up the others', () => {
  it('nor does what is rendered ahead of the first visitors', async () => {
    expect(await longestHold(() => pause(RENDERED_AHEAD_WITHIN_MS))).toBeLessThan(LONGEST_HOLD_MS)
  })

  it('for the description of the API, which is made when it is first asked for', async () => {
    expect(await holdOf('/api/docs/json')).toBeLessThan(LONGEST_HOLD_MS)
    expect(await holdOf('/api/docs/yaml')).toBeLessThan(LONGEST_HOLD_MS)
  })

  it('and every public GET of the catalog is asked', async () => {
    const { paths } = (await (await fetch(`${shop.url}/api/docs/json`)).json()) as {
      paths: Record<string, { get?: { tags: readonly string[] } }>
    }
    const read = Object.entries(paths).flatMap(([path, { get }]) =>
      get?.tags.includes('Catalog') && !path.startsWith('/api/user/') ? [path] : [],
    )
    expect(read.length).toBeGreaterThan(4)
    expect(read.filter((path) => REQUESTS[path] === undefined)).toEqual([])
  })

  it.each(Object.values(REQUESTS).flatMap((requests) => requests(0).map((address, i) => ({ address, requests, i }))))(
    'for $address',
    async ({ requests, i }) => {
      expect(await leastHold((n) => requests(n)[i] ?? '')).toBeLessThan(LONGEST_HOLD_MS)
    },
  )

  it('for a customer with a thousand orders', async () => {
    const { bearer } = await aCustomer(shop)
    const { id } = (await (await fetch(`${shop.url}/api/auth/user`, { headers: bearer })).json()) as { id: string }
    await shop.shop.database.connection.collection('orders').updateMany({ userId: CUSTOMER }, { $set: { userId: id } })
    expect(await leastHold(() => '/api/user/orders', bearer)).toBeLessThan(LONGEST_HOLD_MS)
    expect(await leastHold(() => '/api/user/reviewable', bearer)).toBeLessThan(LONGEST_HOLD_MS)
  })

  it('and every GET of staff is asked', async () => {
    const { paths } = (await (await fetch(`${shop.url}/api/docs/json`)).json()) as {
      paths: Record<string, { get?: object }>
    }
    const read = Object.keys(paths).filter(
      (path) => path.startsWith('/api/admin/') && !path.includes('{') && paths[path]?.get !== undefined,
    )
    // A stream has no end to wait for.
    expect(read.toSorted()).toEqual([...Object.keys(STAFF_REQUESTS), '/api/admin/changes'].toSorted())
  })

  it.each([...Object.values(STAFF_REQUESTS), ...OTHER_STAFF_REQUESTS].map((path) => ({ address: path(0), path })))(
    'for $address',
    async ({ path }) => {
      expect(await leastHold(path, { ...(await staffScript(shop)) })).toBeLessThan(LONGEST_HOLD_MS)
    },
  )

  it.each(PAGES.map((path) => ({ address: path(0), path })))('for the page $address', async ({ path }) => {
    expect(await leastHold(path, { Accept: 'text/html' })).toBeLessThan(LONGEST_HOLD_MS)
  })

  it.each(FILES.map((path) => ({ address: path(0), path })))('for $address', async ({ path }) => {
    expect(await leastHold(path)).toBeLessThan(LONGEST_HOLD_MS)
  })

  // From the first store on that is put into one, Node 20 follows every promise and callback of the process.
  it('nor makes all later ones slower', () => {
    for (const store of stores) expect(store).not.toHaveBeenCalled()
  })
})
