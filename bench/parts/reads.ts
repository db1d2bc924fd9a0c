import { hotAddresses, madeAhead, variedAddresses, type Addresses } from '../addresses.ts'
import { productsToSell, sellFirst, signUp, startSales, type Customer } from '../customers.ts'
import { load } from '../load.ts'
import type { Part } from '../part.ts'
import type { RunningProcess } from '../process.ts'
import { format, median, type Measurement } from '../report.ts'
import type { ProductCount } from '../shops.ts'
import { startYardstickFor } from '../yardstick.ts'

const ROUNDS = 3
const SELLERS = 4

type Kind = 'lists' | 'details' | 'facets' | 'searches'

/** Least shares of plain Fastify's rate: hot, varied at 1,000 products, varied at 100,000. */
const TARGETS: Readonly<Record<Kind, readonly [number, number, number]>> = {
  lists: [0.7, 0.5, 0.4],
  details: [0.7, 0.6, 0.5],
  facets: [0.5, 0.5, 0.3],
  searches: [0.4, 0.4, 0.25],
}
const KINDS = Object.keys(TARGETS) as Kind[]

/** Reads of the API beside plain Fastify that sends the same bytes, at rest and while 10 orders a second are placed. */
function readsPart(manner: 'hot' | 'varied'): Part {
  return {
    name: `reads-${manner}`,
    what:
      manner === 'hot'
        ? 'lists, details, facets and search, few addresses again and again, at 1,000 and 100,000 products'
        : 'the same with addresses that do not repeat',
    byDefault: true,
    async *run(shops) {
      for (const count of shops.sizes) {
        const shop = await shops.shared(count)
        const sold = await productsToSell(shop)
        const sellers = await signUp(shop, SELLERS)
        await sellFirst(shop, sellers, sold)
        const addresses = manner === 'hot' ? hotAddresses() : variedAddresses(count)
        for (const kind of KINDS) {
          const rates = await measure(shop, addresses[kind], sellers, sold)
          yield* rowsOf(kind, manner, count, rates)
        }
      }
    },
  }
}

export const hotReads = readsPart('hot')
export const variedReads = readsPart('varied')

interface Rates {
  readonly plain: number
  readonly atRest: number
  readonly selling: number
  /**
   * Plain Fastify's processor time per answer as share of ours: the same ratio, which other work on the machine moves
   * less.
   */
  readonly processorShare: number
  readonly failures: number
  readonly unsold: number
}

async function measure(
  shop: RunningProcess,
  addresses: Addresses,
  sellers: readonly Customer[],
  sold: readonly number[],
): Promise<Rates> {
  const plain = await startYardstickFor(shop, addresses)
  const ready = madeAhead(addresses)
  // What runs for the first time is compiled while it runs.
  const fastest = Math.ceil((await load(plain.url, () => '/')).perSecond)
  const asked = () => {
    ready.make(fastest)
    return ready.next
  }
  await load(shop.url, asked())
  const rates = { plain: [] as number[], atRest: [] as number[], selling: [] as number[] }
  const seconds = { plain: [] as number[], atRest: [] as number[] }
  let [failures, unsold] = [0, 0]
  for (let round = 0; round < ROUNDS; round += 1) {
    const yardstick = await measureLoad(plain, () => '/')
    const atRest = await measureLoad(shop, asked())
    const next = asked()
    const sales = startSales(shop, sellers, sold)
    const selling = await load(shop.url, next)
    unsold += (await sales.end()).failed
    rates.plain.push(yardstick.perSecond)
    rates.atRest.push(atRest.perSecond)
    seconds.plain.push(yardstick.cpuPerAnswer)
    seconds.atRest.push(atRest.cpuPerAnswer)
    rates.selling.push(selling.perSecond)
    failures += atRest.failures + selling.failures
  }
  await plain.stop()
  return {
    plain: median(rates.plain),
    atRest: median(rates.atRest),
    selling: median(rates.selling),
    processorShare: median(seconds.plain) / median(seconds.atRest),
    failures,
    unsold,
  }
}

async function measureLoad(server: RunningProcess, addresses: Addresses) {
  const before = server.cpuSeconds()
  const result = await load(server.url, addresses)
  return { ...result, cpuPerAnswer: (server.cpuSeconds() - before) / result.answers }
}

function rowsOf(kind: Kind, manner: 'hot' | 'varied', count: ProductCount, rates: Rates): Measurement[] {
  const [hot, varied, variedAmongMany] = TARGETS[kind]
  const least = manner === 'hot' ? hot : count === 1_000 ? varied : variedAmongMany
  const what = `${kind} ${manner} at ${count.toLocaleString('en-US')}`
  const note = [
    `${format(rates.processorShare)} by processor time`,
    ...(rates.failures > 0 ? [`${rates.failures} failed`] : []),
    ...(rates.unsold > 0 ? [`${rates.unsold} orders failed`] : []),
  ].join(', ')
  return [
    {
      what,
      value: rates.atRest,
      unit: '/s',
      yardstick: { what: 'Fastify', value: rates.plain },
      target: `ratio ≥ ${least}`,
      reached: rates.atRest / rates.plain >= least && rates.failures === 0,
      note,
    },
    {
      what: `${what}, 10 orders a second`,
      value: rates.selling,
      unit: '/s',
      yardstick: { what: 'at rest', value: rates.atRest },
      target: manner === 'hot' ? 'ratio ≥ 0.9' : `reported; ${format(rates.selling / rates.plain)} of Fastify`,
      reached: manner === 'hot' ? rates.selling / rates.atRest >= 0.9 : null,
    },
  ]
}
