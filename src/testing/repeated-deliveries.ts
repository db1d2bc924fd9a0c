import mongoose from 'mongoose'
import pino from 'pino'
import type { Clock } from '#platform/clock'
import { loadConfig } from '#platform/config'
import { connectDatabase, type Database } from '#platform/database/database'
import type { JobDefinition } from '#platform/jobs/define-job'
import { createJobs } from '#platform/jobs/create-jobs'
import type { JobHandler } from '#platform/jobs/jobs'
import { createLogger } from '#platform/logger'
import { createShop, type Shop } from '../shop.ts'
import { partsOfADay } from './day-of-the-shop.ts'
import { createRandom, type Random } from './random.ts'
import { freshDatabaseUri } from './test-database.ts'

const { EJSON } = mongoose.mongo.BSON

/** When the day begins; time stands still within a part of it, so that what is stored can be compared. */
const MORNING = Date.UTC(2040, 5, 1, 8)
const YEAR_MS = 365 * 86_400_000
const PART_MS = 2 * 3_600_000
const REVIEW_MINUTES = 60
const RELEASE_ABOVE = 2000
/** How often a job is delivered, and how often one of an earlier part comes once more. */
const DELIVERIES = 3
const COMES_LATE = 0.3
/** How many deliveries are under way at the same time at most. */
const AT_ONCE = 4
/** A handler that failed is called again as often as the shop does. */
const TRIES = 10

/** A job as the outbox has it. */
interface OutboxJob {
  readonly _id: string
  readonly name: string
  readonly payload: unknown
  readonly createdAt: Date
  readonly notBefore: Date
}

interface OpenShop {
  readonly shop: Shop
  readonly handlers: ReadonlyMap<string, { readonly job: JobDefinition<unknown>; readonly handle: JobHandler<unknown> }>
  /** The mails that went out: recipient and subject by the number of the mail. */
  readonly mails: Map<string, string>
  /** Whether a handler may have enqueued a job since this was last set to false. */
  hasEnqueued: boolean
}

type Documents = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What a part of the day left behind. */
interface Outcome {
  /** Every document of every collection but the outbox, as text. */
  readonly documents: Documents
  /** What handlers enqueued, by name and payload. */
  readonly enqueued: readonly string[]
  readonly mails: readonly string[]
}

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

async function openShop(databaseUri: string, clock: Clock): Promise<OpenShop> {
  const handlers = new Map<string, { job: JobDefinition<unknown>; handle: JobHandler<unknown> }>()
  const mails = new Map<string, string>()
  const opened = { handlers, mails, hasEnqueued: false }
  function keep<Payload>(job: JobDefinition<Payload>, handle: JobHandler<Payload>): void {
    handlers.set(job.name, { job: job as JobDefinition<unknown>, handle: handle as JobHandler<unknown> })
  }
  const logger = pino(
    { level: 'info', base: null },
    {
      write(line: string) {
        const { mailId, to, subject } = JSON.parse(line) as Record<string, string>
        if (mailId !== undefined) mails.set(mailId, `${to} ${subject}`)
      },
    },
  )
  const shop = await createShop({
    config: {
      ...loadConfig({ SEED_DEMO: 'false' }),
      // Without a server and without running jobs by itself.
      ROLE: 'worker',
      ORDER_REVIEW_MINUTES: REVIEW_MINUTES,
      ORDER_RELEASE_ABOVE: RELEASE_ABOVE,
    },
    databaseUri,
    logger,
    clock,
    async makeJobs(deps) {
      const jobs = await createJobs(deps)
      return {
        ...jobs,
        handle(job, handle) {
          keep(job, handle)
          jobs.handle(job, handle)
        },
        handleDaily(job, at, handle) {
          keep(job, handle)
          jobs.handleDaily(job, at, handle)
        },
        enqueue(...job) {
          opened.hasEnqueued = true
          return jobs.enqueue(...job)
        },
        enqueueMany(...some) {
          opened.hasEnqueued = true
          return jobs.enqueueMany(...some)
        },
      }
    },
  })
  return Object.assign(opened, { shop })
}

async function readDocuments(database: Database): Promise<Documents> {
  const names = (await database.connection.listCollections()).map(({ name }) => name).toSorted()
  return new Map(
    await Promise.all(
      names.map(async (name) => {
        const rows = await database.connection.collection(name).find({}).toArray()
        const entries = rows.map((row) => [EJSON.stringify(row._id), EJSON.stringify(row, { relaxed: false })] as const)
        return [name, new Map(entries)] as const
      }),
    ),
  )
}

/** Puts back what differs. */
async function restore(database: Database, wanted: Documents): Promise<void> {
  const present = await readDocuments(database)
  for (const name of new Set([...present.keys(), ...wanted.keys()])) {
    const [is, should] = [present.get(name) ?? new Map<string, string>(), wanted.get(name) ?? new Map<string, string>()]
    const changed = [...new Set([...is.keys(), ...should.keys()])].filter((id) => is.get(id) !== should.get(id))
    if (changed.length === 0) continue
    const collection = database.connection.collection(name)
    await collection.deleteMany({ _id: { $in: changed.map((id) => EJSON.parse(id) as never) } })
    const missing = changed.flatMap((id) => should.get(id) ?? [])
    if (missing.length > 0) await collection.insertMany(missing.map((text) => EJSON.parse(text, { relaxed: false })))
  }
}

/** What is made at random: numbers of documents and secrets of links. */
const RANDOM = /[\w-]{8}-(?:[\w-]{4}-){3}[\w-]{12}|[\w-]{43}|[0-9a-f]{24,}/g
const TIME = /"\$numberLong":"(\d{13})"/g
/** How long something took, about when it was written, and which of two jobs took the step that both ask for. */
const BY_CHANCE = /"(?:workedMs|changedIn)":\{[^}]*\}|"jobId":"[^"]*"/g
/** How often the row of an account that is closed was written. */
const WRITTEN = /"revision":\{[^}]*\}(?<="isClosed":true,.*)/g

/**
 * The text of a document without what is different on each day: what was made at random by a job, and what the database's
 * own clock said.
 * @param known everything that was there before the jobs ran
 */
function comparable(text: string, known: ReadonlySet<string>): string {
  return text
    .replaceAll(RANDOM, (found) => (known.has(found) ? found : '(random)'))
    .replaceAll(BY_CHANCE, '(any)')
    .replaceAll(WRITTEN, '(any)')
    .replaceAll(TIME, (found, time: string) => (Number(time) < MORNING - YEAR_MS ? '(now)' : found))
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/**
 * Calls handlers as deliveries of their jobs, with whatever they enqueue in turn.
 * @param pick takes the next deliveries, which are under way at the same time, from those that are due
 * @param times how often what handlers enqueue is delivered
 */
async function deliver(
  opened: OpenShop,
  input: {
    readonly now: Date
    readonly deliveries: readonly OutboxJob[]
    readonly pick: (due: OutboxJob[]) => readonly OutboxJob[]
    readonly times: number
  },
): Promise<Outcome> {
  const { now, pick, times } = input
  const { shop, handlers, mails } = opened
  const outbox = shop.database.connection.collection<OutboxJob>('outbox')
  const known = new Set((await outbox.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id))
  const enqueued: OutboxJob[] = []
  const due = [...input.deliveries]
  const failures = new Map<string, number>()

  async function call(job: OutboxJob): Promise<void> {
    const found = handlers.get(job.name)
    if (found === undefined) throw new Error(`No handler of ${job.name}`)
    const context = { jobId: job._id, attempt: 1, createdAt: job.createdAt, signal: new AbortController().signal }
    try {
      await found.handle(found.job.schema.parse(job.payload), context)
    } catch (error) {
      const failed = (failures.get(job._id) ?? 0) + 1
      failures.set(job._id, failed)
      if (failed === TRIES) throw error
      due.push(job)
    }
  }

  while (due.length > 0) {
    opened.hasEnqueued = false
    await Promise.all(pick(due).map(call))
    if (!opened.hasEnqueued) continue
    const added = await outbox
      .find({ _id: { $nin: [...known] } })
      .sort({ createdAt: 1 })
      .toArray()
    for (const job of added) {
      known.add(job._id)
      enqueued.push(job)
      if (job.notBefore <= now) due.push(...Array.from({ length: times }, () => job))
    }
  }
  const documents = new Map(await readDocuments(shop.database))
  documents.delete('outbox')
  return {
    documents,
    enqueued: enqueued.map(({ name, payload }) => `${name} ${EJSON.stringify(payload)}`).toSorted(),
    mails: [...mails.values()].toSorted(),
  }
}

/** What only one of two lists has, told from where the first two texts of it part. */
function* differencesOf(what: string, expected: readonly string[], actual: readonly string[]): Generator<string> {
  const tooMuch = actual.toSorted()
  const missing = expected.filter((text) => {
    const at = tooMuch.indexOf(text)
    if (at !== -1) tooMuch.splice(at, 1)
    return at === -1
  })
  missing.sort()
  for (let i = 0; i < Math.max(missing.length, tooMuch.length); i += 1) {
    const [one = 'nothing', other = 'nothing'] = [missing[i], tooMuch[i]]
    let same = 0
    while (same < one.length && one[same] === other[same]) same += 1
    const part = (text: string) => text.slice(Math.max(0, same - 60), same + 100)
    yield `${what} ${one.slice(0, 60)}: …${part(one)}… became …${part(other)}…`
  }
}

function* compare({ before, expected }: Part, actual: Outcome): Generator<string> {
  const all = [...before.values()].flatMap((rows) => [...rows.values()])
  const known = new Set(all.flatMap((text) => text.match(RANDOM) ?? []))
  const same = (texts: Iterable<string>) => Array.from(texts, (text) => comparable(text, known))
  for (const name of new Set([...expected.documents.keys(), ...actual.documents.keys()])) {
    const rows = ({ documents }: Outcome) => same(documents.get(name)?.values() ?? [])
    yield* differencesOf(name, rows(expected), rows(actual))
  }
  yield* differencesOf('enqueued', same(expected.enqueued), same(actual.enqueued))
  yield* differencesOf('mails', expected.mails, actual.mails)
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
    const context = { jobId: name, attempt: 1, createdAt: now, signal: new AbortController().signal }
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
    await restore(database, part.before)
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
      return [...compare(part, { ...actual, mails: [...opened.mails.values()].toSorted() })]
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
