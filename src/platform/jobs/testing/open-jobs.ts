import type { Collection } from 'mongoose'
import { vi, type Mock } from 'vitest'
import { z } from 'zod'
import { patient } from '../../../testing/patience.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { Clock } from '../../time/clock.ts'
import { createLogger } from '../../log/logger.ts'
import { createJobs, type JobsRuntime } from '../create-jobs.ts'
import { defineJob, type JobDefinition } from '../define-job.ts'

/** How long a process holds a job before another one may take it, on a quiet machine. */
export const LEASE_MS = 400

export const Payload = z.object({ number: z.int() })
export const sendLabel = defineJob({ name: 'send-label', queue: 'orders', schema: Payload, attempts: 5, backoffMs: 10 })
export const readList = defineJob({ name: 'read-list', queue: 'imports', schema: Payload, backoffMs: 10 })

interface Overrides {
  readonly clock?: Clock
  readonly onAbandoned?: () => void
  /** How long the process holds a job, in ms. */
  readonly leaseMs?: number
}

interface OpenJobs {
  readonly db: TestDatabase
  /** The time, as many ms ahead as a test says. */
  readonly clock: Clock & { ahead: number }
  /** Hears of each job whose process died. */
  readonly onAbandoned: Mock
  /** The jobs of the process under test. */
  readonly jobs: JobsRuntime
  /** Another process on the same database. */
  makeJobs(overrides?: Overrides): Promise<JobsRuntime>
  /** Takes the place of the process under test. */
  startAgain(overrides?: Overrides): Promise<JobsRuntime>
  /** Enqueues a job in a transaction of its own. Resolves to its id. */
  enqueue(
    number: number,
    job?: JobDefinition<{ number: number }>,
    options?: { readonly delayMs?: number },
    on?: JobsRuntime,
  ): Promise<string>
  outbox(): Collection
  ordersStats(): Promise<Awaited<ReturnType<JobsRuntime['stats']>>[number] | undefined>
  /** Stops the process under test and drops the database. */
  close(): Promise<void>
}

/** Jobs of a process on a database of its own, which look for work often. */
export async function openJobs(): Promise<OpenJobs> {
  const db = await openTestDatabase()
  const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
  const onAbandoned = vi.fn()
  // A machine that does other work, too, would have a lease run out that is about to be renewed.
  const makeJobs: OpenJobs['makeJobs'] = ({ leaseMs = patient(LEASE_MS), ...overrides } = {}) =>
    createJobs({
      database: db.database,
      clock,
      logger: createLogger('silent'),
      queues: { orders: 8, imports: 1 },
      redisUrl: null,
      timings: { tickMs: 20, sweepMs: 20, leaseMs, dispatchedLeaseMs: leaseMs },
      onAbandoned,
      ...overrides,
    })
  let current = await makeJobs()
  await db.database.buildIndexes()
  return {
    db,
    clock,
    onAbandoned,
    get jobs() {
      return current
    },
    makeJobs,
    async startAgain(overrides) {
      current = await makeJobs(overrides)
      return current
    },
    enqueue: (number, job = sendLabel, options = undefined, on = current) =>
      db.database.transaction((tx) => on.enqueue(tx, job, { number }, options)),
    outbox: () => db.database.connection.collection('outbox'),
    ordersStats: async () => (await current.stats()).find(({ queue }) => queue === 'orders'),
    async close() {
      await current.stop()
      await db.drop()
    },
  }
}
