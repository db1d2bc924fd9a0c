import { load } from './load.ts'
import { fillWithSynthetic, openFolder, syntheticName } from './prepare.ts'
import type { Measurement } from './report.ts'

/** Terms that people type: model numbers, parts of them, brands with series, and slips of the finger. */
function terms(count: number): string[] {
  return Array.from({ length: 2_000 }, (_, index) => {
    const [brand = '', series = '', model = ''] = syntheticName(1 + ((index * 9_973) % count)).split(' ')
    const slip = series.slice(0, 4) + series.slice(5)
    return [model, model.slice(0, 4), `${brand} ${series}`, `${brand} ${model}`, slip][index % 5] ?? model
  })
}

/** Keyword search and suggestions over `count` products, with 2,000 different terms. */
export async function benchSearch(count: number): Promise<Measurement[]> {
  const folder = await openFolder({ SEED_DEMO: 'false' })
  await folder.change((client, name) => fillWithSynthetic(client, name, count))
  const shop = await folder.start()
  const label = `at ${count.toLocaleString('en-US')} products`
  const words = terms(count)
  const search = await load(
    shop.url,
    words.map((word) => `/api/products?limit=24&search=${encodeURIComponent(word)}`),
    { seconds: 8 },
  )
  const suggest = await load(
    shop.url,
    words.map((word) => `/api/search-suggestions?q=${encodeURIComponent(word)}`),
    { connections: 8, seconds: 8 },
  )
  const memory = shop.memoryMb()
  const { startMs } = shop
  await shop.stop()
  await folder.remove()
  return [
    {
      what: `keyword search ${label}`,
      value: search.perSecond,
      unit: '/s',
      target: '≥ 5,000/s',
      reached: search.perSecond >= 5_000 && search.failures === 0,
    },
    {
      what: `suggestions p99 ${label} (${Math.round(suggest.perSecond).toLocaleString('en-US')}/s)`,
      value: suggest.p99Ms,
      unit: 'ms',
      target: '≤ 5 ms',
      reached: suggest.p99Ms <= 5 && suggest.failures === 0,
    },
    { what: `start ${label}`, value: startMs, unit: 'ms', target: 'reported', reached: true },
    { what: `memory ${label}`, value: memory, unit: 'MB', target: 'reported', reached: true },
  ]
}
