import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from '../log/logger.ts'
import { createDatabaseClock } from './database-clock.ts'
import type { Database } from './database.ts'
import { isDuplicateKey } from './duplicate-key.ts'
import { StartRefused } from '../errors/start-refused.ts'

/**
 * One change of the form of stored data, for example a new field that is filled for old rows. It must be safe beside
 * a process of the version before, and safe to run again from any point: a process may be killed in the middle of it.
 */
export interface SchemaStep {
  /** Its row in `meta`. Never changed after a release. */
  readonly name: string
  /** Does the next part of the work, within seconds, and returns whether more is left. */
  runBatch(): Promise<boolean>
}

/** The process does not start when stored data could not be brought into its new form. */
export class SchemaStepFailed extends StartRefused {
  override readonly name = 'SchemaStepFailed'
  constructor(step: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `The shop did not start: the schema step "${step}" failed (${reason}). What it did so far stays and is not done ` +
        'again; correct the cause and start again, or start the version before.',
      { cause },
    )
  }
}

/** A step that was run, or the lock: both live in `meta`. */
interface MetaRow {
  _id: string
  /** When a step was finished. */
  doneAt?: Date
  /** Which process runs steps, and when its lease ends. */
  owner?: string
  leaseUntil?: Date
}

const LOCK = 'schema-lock'
const LEASE_MS = 30_000
const LOOK_AGAIN_MS = 250
const LONG_AGO = new Date(0)

/** Another process took the lock, because this one was held up for longer than its lease. */
class LockLost extends Error {}

/**
 * Runs the steps that have no row in `meta` yet, in their order, each once. Of several processes that start at the same
 * time one runs them under a lock in the database and the others wait; when it dies, another goes on where it stopped.
 * Rows of steps that this version does not know belong to a newer one and are left alone.
 * @throws SchemaStepFailed
 */
export async function runSchemaSteps({
  database,
  logger,
  steps,
  done,
  leaseMs = LEASE_MS,
}: {
  readonly database: Database
  readonly logger: Logger
  readonly steps: readonly SchemaStep[]
  /** The names of those that were done when this process asked last (default: it asks). */
  readonly done?: ReadonlySet<string>
  /** How long a process that says nothing is believed to be at work (default 30,000 ms); one batch must take less. */
  readonly leaseMs?: number
}): Promise<void> {
  const meta = database.collection<MetaRow>('meta')
  const owner = randomUUID()
  // Processes on several machines have to agree when a lease is over.
  const clock = createDatabaseClock(database)
  const findPending = async () => pendingAmong(steps, await findDoneSteps(database))
  let hasWaited = false
  // A step that is done stays so.
  if (done !== undefined && pendingAmong(steps, done).length === 0) return
  for (;;) {
    if ((await findPending()).length === 0) return
    if ((await takeLock()) && (await runPending())) return
    if (!hasWaited) logger.info('another process changes the stored data; waiting for it')
    hasWaited = true
    await setTimeout(LOOK_AGAIN_MS)
  }

  async function takeLock(): Promise<boolean> {
    await clock.sync()
    const now = clock.now()
    try {
      await meta.updateOne(
        { _id: LOCK, leaseUntil: { $lt: now } },
        { $set: { owner, leaseUntil: new Date(now.getTime() + leaseMs) } },
        { upsert: true },
      )
      return true
    } catch (error) {
      // The row is there and its lease is not over: another process has the lock.
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  /** Returns false when another process has taken over. */
  async function runPending(): Promise<boolean> {
    try {
      // Read again under the lock, because another process may have finished some steps.
      for (const step of await findPending()) await runStep(step)
      return true
    } catch (error) {
      if (!(error instanceof LockLost)) throw error
      return false
    } finally {
      await meta.updateOne({ _id: LOCK, owner }, { $set: { leaseUntil: LONG_AGO } })
    }
  }

  async function renewLock(): Promise<void> {
    const leaseUntil = new Date(clock.now().getTime() + leaseMs)
    const { matchedCount } = await meta.updateOne({ _id: LOCK, owner }, { $set: { leaseUntil } })
    if (matchedCount === 0) throw new LockLost()
  }

  async function runStep(step: SchemaStep): Promise<void> {
    logger.info({ step: step.name }, 'a schema step begins')
    for (let isMore = true; isMore;) {
      await renewLock()
      try {
        isMore = await step.runBatch()
      } catch (error) {
        throw new SchemaStepFailed(step.name, error)
      }
    }
    await meta.updateOne({ _id: step.name }, { $set: { doneAt: clock.now() } }, { upsert: true })
    logger.info({ step: step.name }, 'a schema step is done')
  }
}

/** The names of the steps that were done. A database has some as soon as a shop was started on it. */
export async function findDoneSteps(database: Database): Promise<ReadonlySet<string>> {
  const meta = database.collection<MetaRow>('meta')
  const done = await meta.find({ doneAt: { $exists: true } }, { projection: { _id: 1 } }).toArray()
  return new Set(done.map((row) => row._id))
}

function pendingAmong(steps: readonly SchemaStep[], done: ReadonlySet<string>): readonly SchemaStep[] {
  return steps.filter((step) => !done.has(step.name))
}
