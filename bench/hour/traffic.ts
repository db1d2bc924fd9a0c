import { visitor } from '../load.ts'
import type { RunningProcess } from '../process.ts'
import type { Random } from '../random.ts'
import { pause } from '../report.ts'
import { createActs, type DoneActs, type People } from './acts.ts'
import { createCalls } from './calls.ts'

const READERS = 6
const READER_PAUSE_MS = 40
/** Half a second on average between an order and the next of each: four a second at most. */
const BUYERS = 2
const BUYER_PAUSE_MS = 500
const OPENERS = 2
const STAFF_PAUSE_MS = 500
/** The shop lets one address have 30 exports in ten minutes. */
const EXPORT_PAUSE_MS = 40_000
const SIGN_IN_PAUSE_MS = 5_000
const IMPORT_PAUSE_MS = 30_000
const LOOK_PAUSE_MS = 500
/** What is said of a call that a busy process refused. */
const TOO_BUSY = /answered 503:/

export interface Done extends DoneActs {
  /** Answers that no shop gives, and requests without any. */
  readonly wrong: readonly string[]
}

export interface Traffic {
  /** Lets everybody finish what they do, and leave. */
  end(): Promise<Done>
}

/**
 * Everybody uses the shop in their own way until the traffic ends: visitors look around, customers fill carts, order and
 * cancel, watch their orders and sign in, staff change stock and move orders, and now and then a supplier's list goes in.
 */
export function startTraffic(shop: RunningProcess, people: People, random: Random): Traffic {
  const over = new AbortController()
  const calls = createCalls(shop)
  const acts = createActs(shop, people, random, calls)

  /** Again and again, with a pause of up to twice `pauseMs`; whoever is left without an answer says so and goes on. */
  async function each(pauseMs: number, act: () => Promise<unknown>): Promise<void> {
    while (!over.signal.aborted) {
      await act().catch((error: unknown) => {
        if (!TOO_BUSY.test(String(error))) calls.wrong.push(String(error))
      })
      const until = performance.now() + random.below(2 * pauseMs)
      while (!over.signal.aborted && performance.now() < until)
        await pause(Math.min(LOOK_PAUSE_MS, until - performance.now()))
    }
  }

  const readers = Array.from({ length: READERS }, () => visitor(shop.url))
  const everybody = Promise.all([
    ...readers.map((reader) => each(READER_PAUSE_MS, () => acts.read(reader))),
    ...Array.from({ length: BUYERS }, () => each(BUYER_PAUSE_MS, acts.buy)),
    ...Array.from({ length: OPENERS }, () => each(READER_PAUSE_MS, acts.watch)),
    each(SIGN_IN_PAUSE_MS, acts.signInAgain),
    each(STAFF_PAUSE_MS, acts.work),
    each(EXPORT_PAUSE_MS, () => calls.call('/api/admin/audit.csv', people.staff)),
    each(IMPORT_PAUSE_MS, acts.importList),
  ])
  return {
    async end() {
      over.abort()
      await everybody
      for (const reader of readers) reader.leave()
      return { ...acts.done, wrong: calls.wrong }
    },
  }
}
