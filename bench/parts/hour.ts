import { productsToSell, signInAsOwner, signUp } from '../customers.ts'
import { growth, least, type Sample } from '../hour/samples.ts'
import type { People } from '../hour/acts.ts'
import { startTraffic, type Done } from '../hour/traffic.ts'
import type { Part } from '../part.ts'
import type { RunningProcess } from '../process.ts'
import { seededRandom } from '../random.ts'
import { median, pause } from '../report.ts'

const MINUTE_MS = 60_000
const CUSTOMERS = 40
const SAMPLE_EVERY_MS = 1_000
/** How long the shop is left alone before its memory at rest is taken, from the last samples of that time. */
const REST_MS = 60_000
const REST_SAMPLES = 20
/** Against the shop after its first minute. */
const MOST_AT_ONCE = 2
/** How long a fresh process is used on the same data: for its code to be compiled and its caches to be begun. */
const FRESH_MINUTES = 2
const MOST_AT_REST = 1.75
/** Of the last third of the time against the third before it. */
const MOST_GROWTH = 1.1
/** Connections to the database and of the last visitors. */
const SPARE_FILES = 20

/** What the shop needs after long use, against what a fresh process needs on the same data. */
export const hour: Part = {
  name: 'hour',
  what: 'memory and open files of npm start while it is used for an hour (--minutes=60), and at rest after it',
  byDefault: false,
  async *run(shops, { minutes }) {
    await shops.rest()
    const [count] = shops.sizes
    if (count === undefined) return
    const shop = await shops.fresh(count, ['npm', 'start'])
    const people: People = {
      customers: await signUp(shop, CUSTOMERS),
      staff: await signInAsOwner(shop),
      sold: await productsToSell(shop),
      products: count,
    }
    const used = await use(shop, people, minutes)
    const { wrong, reads, orders, streams, imports } = used.done
    const after = await rest(shop)
    const fresh = await shops.again(shop)
    await use(fresh, people, FRESH_MINUTES)
    const yardstick = await rest(fresh)
    await fresh.stop()

    const first = median(
      used.samples
        .slice(0, MINUTE_MS / SAMPLE_EVERY_MS)
        .slice(-REST_SAMPLES)
        .map(({ mb }) => mb),
    )
    yield {
      what: `memory after a minute, ${count.toLocaleString('en-US')} products`,
      value: first,
      unit: 'MB',
      target: '',
      reached: null,
    }
    const most = Math.max(...used.samples.map(({ mb }) => mb))
    yield {
      what: `memory at most in ${minutes} minutes`,
      value: most,
      unit: 'MB',
      yardstick: { what: 'after a minute', value: first },
      target: `ratio ≤ ${MOST_AT_ONCE}`,
      reached: most / first <= MOST_AT_ONCE,
    }
    const [before, last] = growth(used.samples)
    yield {
      what: 'memory in the last third of the time',
      value: last,
      unit: 'MB',
      yardstick: { what: 'third before', value: before },
      target: `ratio ≤ ${MOST_GROWTH}`,
      reached: last / before <= MOST_GROWTH,
    }
    yield {
      what: 'memory at rest after it',
      value: after.mb,
      unit: 'MB',
      yardstick: { what: 'fresh process', value: yardstick.mb },
      target: `ratio ≤ ${MOST_AT_REST}`,
      reached: after.mb / yardstick.mb <= MOST_AT_REST,
    }
    for (const [what, open, fewer] of [
      ['open files', after.files, yardstick.files],
      ['sockets among them', after.sockets, yardstick.sockets],
    ] as const)
      yield {
        what: `${what} at rest after it`,
        value: open,
        unit: '',
        yardstick: { what: 'fresh process', value: fewer },
        target: `at most ${SPARE_FILES} more`,
        reached: open > 0 && open <= fewer + SPARE_FILES,
      }
    yield {
      what: 'wrong answers, and requests without any',
      value: wrong.length,
      unit: '',
      target: '0',
      reached: wrong.length === 0,
      note: wrong[0] ?? `of ${reads} reads, ${orders} orders, ${streams} streams, ${imports} imports`,
    }
  },
}

/** @returns a sample of each second */
async function use(
  shop: RunningProcess,
  people: People,
  minutes: number,
): Promise<{ readonly samples: readonly Sample[]; readonly done: Done }> {
  const traffic = startTraffic(shop, people, seededRandom(minutes))
  const samples = await sample(shop, minutes * MINUTE_MS)
  return { samples, done: await traffic.end() }
}

async function rest(shop: RunningProcess): Promise<Sample> {
  return least((await sample(shop, REST_MS)).slice(-REST_SAMPLES))
}

async function sample(shop: RunningProcess, ms: number): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  for (const over = performance.now() + ms; performance.now() < over; await pause(SAMPLE_EVERY_MS))
    samples.push({ mb: shop.memoryMb(), ...shop.openFiles() })
  return samples
}
