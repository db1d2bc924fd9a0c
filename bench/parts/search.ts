import { variedAddresses, type Addresses } from '../addresses.ts'
import { visitor } from '../load.ts'
import type { Part } from '../part.ts'
import { p99 } from '../report.ts'
import { startYardstickFor } from '../yardstick.ts'

const WARM_UP = 100
const BATCHES = 10
const BATCH = 100
/** A batch ends early when its requests are this slow. */
const LONGEST_BATCH_MS = 800

/** How long one visitor waits for what is hard to find, each time for something else. */
export const search: Part = {
  name: 'search',
  what: 'searches with typos and for nothing, and suggestions: p99 at one connection',
  byDefault: true,
  async *run(shops) {
    for (const count of shops.sizes) {
      const shop = await shops.shared(count)
      const addresses = variedAddresses(count)
      for (const [what, source, most] of [
        ['search with typos', addresses.searchesWithTypos, 10],
        ['search for nothing', addresses.searchesForNothing, 10],
        ['suggestions', addresses.suggestions, 5],
      ] as const) {
        const plain = await startYardstickFor(shop, source)
        const times: { ours: number[]; plain: number[] } = { ours: [], plain: [] }
        await ask(plain.url, () => '/', WARM_UP)
        await ask(shop.url, source, WARM_UP)
        for (let batch = 0; batch < BATCHES; batch += 1) {
          times.plain.push(...(await ask(plain.url, () => '/', BATCH)))
          times.ours.push(...(await ask(shop.url, source, BATCH)))
        }
        await plain.stop()
        const value = p99(times.ours)
        yield {
          what: `${what} at ${count.toLocaleString('en-US')}, p99 of ${times.ours.length}`,
          value,
          unit: 'ms',
          yardstick: { what: 'Fastify', value: p99(times.plain) },
          target: `≤ ${most} ms`,
          reached: value <= most,
        }
      }
    }
  },
}

async function ask(url: string, addresses: Addresses, count: number): Promise<number[]> {
  const asking = visitor(url)
  const times: number[] = []
  const end = performance.now() + LONGEST_BATCH_MS
  while (times.length < count && performance.now() < end) {
    const { status, ms } = await asking.ask(addresses())
    if (status !== 200) throw new Error(`A search answered ${status}`)
    times.push(ms)
  }
  asking.leave()
  return times
}
