import { variedAddresses } from '../addresses.ts'
import { signInAsOwner } from '../customers.ts'
import { visitor, type Visitor } from '../load.ts'
import type { Part } from '../part.ts'
import { pause } from '../report.ts'

const ROUNDS = 3
const BETWEEN_MS = 3
/** How long the neighbor asks alone before each big thing: what it waits then is the machine's own noise. */
const ALONE_MS = 500
const MAX_MS = 50

/** The longest wait of somebody who asks for something small while something big is made for somebody else. */
export const neighbor: Part = {
  name: 'neighbor',
  what: 'the longest wait of a neighbor while one big page, list, sitemap or export is made',
  byDefault: true,
  async *run(shops) {
    for (const count of shops.sizes) {
      const shop = await shops.fresh(count)
      const addresses = variedAddresses(count)
      const staff = await signInAsOwner(shop)
      const fixed = (path: string) => () => path
      const pagesOf = (path: string) => {
        let page = 0
        return () => `${path}?page=${++page}`
      }
      const things: readonly (readonly [string, () => string])[] = [
        ['home', fixed('/')],
        ['listing page', addresses.listingPages],
        ['product page', addresses.productPages],
        ['/category/printers', pagesOf('/category/printers')],
        ['/category/photo-printers', pagesOf('/category/photo-printers')],
        ['list without limit', fixed('/api/products')],
        ['list of a category without limit', fixed('/api/products?category=scanners')],
        ['facets', addresses.facets],
        ['search with typos', addresses.searchesWithTypos],
        ['search for nothing', addresses.searchesForNothing],
        ['/sitemap.xml and what it names', fixed('/sitemap.xml')],
        ["staff's product list", fixed('/api/admin/products?sort=name&limit=100')],
        ["staff's search", fixed('/api/admin/products?search=laserwriter+duplex')],
        ["export of the staff's log", fixed('/api/admin/audit.csv')],
        ["staff's summary", fixed('/api/admin/summary')],
      ]
      const asking = visitor(shop.url)
      const nextDoor = visitor(shop.url)
      for (const [what, source] of things) {
        let [longest, alone] = [0, 0]
        for (let round = 0; round < ROUNDS; round += 1) {
          alone = Math.max(alone, await waitDuring(nextDoor, () => pause(ALONE_MS)))
          longest = Math.max(
            longest,
            await waitDuring(nextDoor, async () => {
              // Another name of the shop each time, so that no sitemap is the one that was kept the time before.
              const headers = { ...staff, host: `shop-${round}.example`, 'accept-encoding': 'br' }
              await askWhole(asking, source(), headers)
            }),
          )
        }
        yield {
          what: `longest wait beside ${what} at ${count.toLocaleString('en-US')}`,
          value: longest,
          unit: 'ms',
          yardstick: { what: 'beside nothing', value: alone },
          target: `≤ ${MAX_MS} ms`,
          reached: longest <= MAX_MS,
        }
      }
      asking.leave()
      nextDoor.leave()
      await shop.stop()
    }
  },
}

/** The longest that a visitor waits for one product, asked every few milliseconds until the work is over. */
async function waitDuring(nextDoor: Visitor, work: () => Promise<unknown>): Promise<number> {
  const over = new AbortController()
  const working = work().finally(() => over.abort())
  let longest = 0
  while (!over.signal.aborted) {
    longest = Math.max(longest, (await nextDoor.ask('/api/products/1')).ms)
    await pause(BETWEEN_MS)
  }
  await working
  return longest
}

/**
 * Asks for something and, when it is an index of sitemaps, for each of them.
 * @throws Error when it is refused
 */
async function askWhole(asking: Visitor, path: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const isSitemap = path.endsWith('.xml')
  const { status, body } = await asking.ask(path, isSitemap ? { ...headers, 'accept-encoding': 'identity' } : headers)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  if (isSitemap) {
    for (const [, url] of body.toString().matchAll(/<sitemap>\s*<loc>([^<]+)<\/loc>/g)) {
      await asking.ask(new URL(url ?? '/', 'http://shop.example').pathname, headers)
    }
  }
}
