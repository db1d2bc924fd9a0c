import { connectDatabase } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { partsOfADay } from '../day-of-the-shop.ts'
import { createRandom, type Random } from '../random.ts'
import { freshDatabaseUri } from '../test-database.ts'
import { compare } from './compare.ts'
import { deliver, type Outcome, type OutboxJob } from './deliver.ts'
import { readDocuments, restoreDocuments, type Documents } from './documents.ts'
import { openShop } from './open-shop.ts'

/** When the day begins; time stands still within a part of it, so that what is stored can be compared. */
const MORNING = Date.UTC(2040, 5, 1, 8)
const PART_MS = 2 * 3_600_000
/** How often a job is delivered, and how often one of an earlier part comes once more. */
const DELIVERIES = 3
const COMES_LATE = 0.3
/** How many deliveries are under way at the same time at most. */
const AT_ONCE = 4

interface Part {
  readonly now: Date
  /** The database when its people had acted and no job had run. */
  readonly before: Documents
  readonly jobs: readonly OutboxJob[]
  /** Jobs of earlier parts. */
  readonly former: readonly OutboxJob[]
  readonly expected: Outcome
}

/** A day of the shop on which every job ran once, in order. */
export interface RecordedDay {
  /** The durable subscribers that had nothing to do on it. */
  readonly idle: readonly string[]
  /**
   * Delivers the jobs of each part three times, shuffled, some at the same time, and some of earlier parts once more.
   * @param seed repeats the order
   * @returns one line for everything that is different from the day as it was recorded
   */
  repeat(seed: number): Promise<readonly string[]>
  close(): Promise<void>
}

/** Lives through the day once, with every job run once and in order, and keeps what each part left behind. */
export async function recordDay(): Promise<RecordedDay> {
  const uri = freshDatabaseUri()
  let now = new Date(MORNING)
  const clock = { now: () => now }
  const parts: Part[] = []
  const database = await connectDatabase(uri, createLogger('silent'))

  const first = await openShop(uri, clock)
  await first.shop.database.buildIndexes()
  await first.shop.catalog.seedDemoCatalog()
  const subscribers = first.shop.events.registrations().flatMap(({ durable }) => durable)
  const outbox = database.connection.collection<OutboxJob>('outbox')
  const done = new Map<string, OutboxJob>()
  const runDaily = async (name: string) => {
    const context = {
      jobId: name,
      attempt: 1,
      createdAt: now,
      signal: new AbortController().signal,
      isLast: () => false,
    }
    await first.handlers.get(name)?.handle({}, context)
  }
  for (const act of partsOfADay(first.shop, runDaily)) {
    first.mails.clear()
    await act()
    const rows = await outbox.find({}).sort({ createdAt: 1 }).toArray()
    const jobs = rows.filter(({ _id, notBefore }) => !done.has(_id) && notBefore <= now)
    const before = await readDocuments(database)
    const former = [...done.values()]
    const pick = (due: OutboxJob[]) => due.splice(0, 1)
    const expected = await deliver(first, { now, deliveries: jobs, pick, times: 1 })
    parts.push({ now, before, jobs, former, expected })
    for (const job of await outbox.find({}).toArray()) if (job.notBefore <= now) done.set(job._id, job)
    now = new Date(now.getTime() + PART_MS)
  }
  const busy = new Set(Array.from(done.values(), ({ name }) => name))
  await first.shop.stop()

  async function repeatPart(part: Part, random: Random): Promise<readonly string[]> {
    await restoreDocuments(database, part.before)
    now = part.now
    // A process that has sent none of the mails yet.
    const opened = await openShop(uri, clock)
    try {
      const late = part.former.filter(() => random.next() < COMES_LATE)
      const deliveries = [...part.jobs.flatMap((job) => Array.from({ length: DELIVERIES }, () => job)), ...late]
      const actual = await deliver(opened, {
        now,
        deliveries: shuffled(deliveries, random),
        pick: (due) =>
          Array.from({ length: 1 + random.below(AT_ONCE) }, () => due.splice(random.below(due.length), 1)).flat(),
        times: DELIVERIES,
      })
      const repeated = new Set(late.map(({ _id }) => _id))
      for (const id of repeated) opened.mails.delete(id)
      return [...compare(part, { ...actual, mails: [...opened.mails.values()].toSorted() }, MORNING)]
    } finally {
      await opened.shop.stop()
    }
  }

  return {
    idle: subscribers.filter((name) => !busy.has(name)),
    async repeat(seed) {
      const random = createRandom(seed)
      const differences: string[] = []
      for (const [i, part] of parts.entries())
        differences.push(...(await repeatPart(part, random)).map((difference) => `part ${i + 1}: ${difference}`))
      return differences
    },
    async close() {
      await database.connection.dropDatabase()
      await database.close()
    },
  }
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
