import { isDeepStrictEqual } from 'node:util'
import type { DatabaseClock } from '../database/database-clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/unavailable.ts'
import { createFailureLine } from '../log/failure-line.ts'
import type { Logger } from '../log/logger.ts'
import type { JobDefinition } from './define-job.ts'
import type { Jobs } from './jobs.ts'
import type { RegisteredJob } from './registered-jobs.ts'
import { nextTimeOfDay, type TimeOfDay } from './time-of-day.ts'
import { DAY_MS } from '../time/durations.ts'

/** What repeats: the collection `daily_jobs` has one row for each. */
interface DailyJobRow {
  /** Its key. */
  _id: string
  job: string
  payload: unknown
  at: TimeOfDay
  /** When it is to be enqueued next. */
  nextAt: Date
  /** The job that was enqueued last; null when none was. */
  lastJobId: string | null
}

/** Rows that are read from the database in one go. */
const AT_ONCE = 100
/** The next time of a daily job is nearer than this, whatever its time zone does. */
const FARTHEST_MS = 3 * DAY_MS

/** What repeats daily: how it is set, and the look for what is due. */
export interface DailyJobs {
  /** Sets what repeats under a key; the time that is due next stays when the time of day does. @throws RangeError */
  readonly set: Jobs['repeatDaily']
  readonly delete: Jobs['endDaily']
  /** Whether each of these jobs repeats already, under its own name, without a payload and at this time of day. */
  areSet(times: ReadonlyMap<JobDefinition<Record<string, never>>, TimeOfDay>): Promise<boolean>
  /** Begins to look for what is due. */
  start(): void
  stop(): Promise<void>
}

/**
 * Enqueues jobs every day at a time of day. The next time of each is kept in the database, so it outlives processes and
 * queue servers. It is compared with the database's clock, and of several processes one enqueues the job. However many
 * days no process worked, they are made up for by one run at the next start.
 */
export function createDailyJobs(deps: {
  readonly database: Database
  readonly clock: DatabaseClock
  /** How often to look for what is due, in ms. */
  readonly lookMs: number
  readonly logger: Logger
  /** The jobs that this process knows; rows with others are left to processes that know them. */
  readonly registered: ReadonlyMap<string, RegisteredJob>
  /** Writes a job to the outbox and returns its row's id. */
  readonly enqueue: (tx: Transaction, job: JobDefinition<unknown>, payload: unknown) => Promise<string>
  /** Whether the job of a row of the outbox still waits or runs. */
  readonly isUnderWay: (id: string) => Promise<boolean>
}): DailyJobs {
  const { database, clock, lookMs, logger, registered, enqueue, isUnderWay } = deps
  const rows = database.collection<DailyJobRow>('daily_jobs', [{ key: { nextAt: 1 } }])
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  const failureLine = createFailureLine(logger, 'what repeats daily could not be enqueued; it is tried again')

  async function enqueueDue({ _id, job: name, payload, at, nextAt, lastJobId }: DailyJobRow): Promise<void> {
    const job = registered.get(name)?.definition
    if (job === undefined) return
    // A job that takes longer than a day does not run twice at a time.
    const isToRun = nextAt <= clock.now() && (lastJobId === null || !(await isUnderWay(lastJobId)))
    await database.transaction(async (tx) => {
      const next = { nextAt: nextTimeOfDay(at, clock.now()) }
      const taken = await rows.updateOne({ _id, nextAt }, { $set: next }, { session: tx.session })
      if (taken.modifiedCount === 0 || !isToRun) return
      await rows.updateOne({ _id }, { $set: { lastJobId: await enqueue(tx, job, payload) } }, { session: tx.session })
    })
  }

  async function look(): Promise<void> {
    try {
      await clock.sync()
      const now = clock.now()
      // A clock that was ahead, and is right again, has left times that would not come for as long.
      const farthest = new Date(now.getTime() + FARTHEST_MS)
      const due = {
        $or: [{ nextAt: { $lte: now } }, { nextAt: { $gt: farthest } }],
        job: { $in: [...registered.keys()] },
      }
      for await (const row of rows.find(due, { sort: { nextAt: 1 }, batchSize: AT_ONCE })) {
        try {
          await enqueueDue(row)
        } catch (error) {
          if (isDatabaseUnavailable(error)) throw error
          // For example because an earlier version wrote its payload. The others must not wait for it.
          logger.error({ err: error, key: row._id, job: row.job }, 'a daily job could not be enqueued')
        }
      }
      failureLine.succeeded()
    } catch (error) {
      failureLine.failed(error)
    }
  }

  return {
    async set(tx, key, { job, payload, at }) {
      const wanted = { job: job.name, payload: job.schema.parse(payload), at }
      const before = await rows.findOne({ _id: key }, { session: tx.session })
      if (isSetAs(before, wanted)) return
      const isSameTime = before !== null && isDeepStrictEqual(before.at, at)
      const nextAt = isSameTime ? before.nextAt : nextTimeOfDay(at, clock.now())
      await rows.updateOne(
        { _id: key },
        { $set: { ...wanted, nextAt, lastJobId: before?.lastJobId ?? null } },
        { upsert: true, session: tx.session, ignoreUndefined: true },
      )
    },
    async areSet(times) {
      const found = await rows.find({ _id: { $in: [...times.keys()].map(({ name }) => name) } }).toArray()
      const byKey = new Map(found.map((row) => [row._id, row]))
      return [...times].every(([{ name }, at]) => isSetAs(byKey.get(name) ?? null, { job: name, payload: {}, at }))
    },
    async delete(tx, key) {
      await rows.deleteOne({ _id: key }, { session: tx.session })
    },
    start() {
      const begin = (): void => {
        looking ??= look().finally(() => (looking = null))
      }
      timer = setInterval(begin, lookMs)
      timer.unref()
      begin()
    },
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

function isSetAs(row: DailyJobRow | null, wanted: Pick<DailyJobRow, 'job' | 'payload' | 'at'>): boolean {
  return row !== null && isDeepStrictEqual({ job: row.job, payload: row.payload, at: row.at }, wanted)
}
