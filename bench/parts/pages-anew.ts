import { variedAddresses, type Addresses } from '../addresses.ts'
import { visitor } from '../load.ts'
import type { Part } from '../part.ts'
import type { RunningProcess } from '../process.ts'
import { startYardstickFor } from '../yardstick.ts'

/** Code that is rendered with for the first time is compiled while it runs. */
const WARM_UP_PAGES = 150
const MEASURED_PAGES = 200
/** Pages that are this slow are measured with fewer of them. */
const LONGEST_MS = 8_000

/** What a page costs that nobody asked for before: processor time of the whole process, one page after the other. */
export const pagesAnew: Part = {
  name: 'pages-anew',
  what: 'processor time of a listing page and a product page that nobody asked for before',
  byDefault: true,
  async *run(shops) {
    for (const count of shops.sizes) {
      // A shop of its own: at 1,000 products each product page can be asked for once.
      const shop = await shops.fresh(count)
      const addresses = variedAddresses(count)
      for (const [what, source, most] of [
        ['listing page', addresses.listingPages, 10],
        ['product page', addresses.productPages, 6],
      ] as const) {
        const plain = await startYardstickFor(shop, source)
        await costMs(shop, source, WARM_UP_PAGES)
        await costMs(plain, () => '/', WARM_UP_PAGES)
        const yardstick = await costMs(plain, () => '/', MEASURED_PAGES * 5)
        const ours = await costMs(shop, source, MEASURED_PAGES)
        await plain.stop()
        yield {
          what: `${what} rendered anew at ${count.toLocaleString('en-US')}, processor time (${ours.pages} pages)`,
          value: ours.ms,
          unit: 'ms',
          yardstick: { what: 'Fastify', value: yardstick.ms },
          target: `≤ ${most} ms`,
          reached: ours.ms <= most,
        }
      }
      await shop.stop()
    }
  },
}

async function costMs(
  server: RunningProcess,
  addresses: Addresses,
  atMost: number,
): Promise<{ readonly ms: number; readonly pages: number }> {
  const asking = visitor(server.url)
  const before = server.cpuSeconds()
  const end = performance.now() + LONGEST_MS
  let pages = 0
  while (pages < atMost && performance.now() < end) {
    const path = addresses()
    const { status } = await asking.ask(path, { 'accept-encoding': 'gzip, deflate, br' })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    pages += 1
  }
  asking.leave()
  return { ms: ((server.cpuSeconds() - before) * 1000) / pages, pages }
}
