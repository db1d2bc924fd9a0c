import { randomUUID } from 'node:crypto'
import type { DatabaseClock } from '../database/database-clock.ts'
import type { Database } from '../database/database.ts'
import { createFailureLine } from '../log/failure-line.ts'
import type { Logger } from '../log/logger.ts'

interface WorkerRow {
  _id: string
  seenAt: Date
}

const BEAT_MS = 10_000
/** The first beat comes when the shop is open: the built-in database takes a write when it has read all of its file. */
const FIRST_BEAT_MS = 1000
/** A worker that missed three beats is gone. */
const ALIVE_MS = 35_000

export interface Heartbeat {
  /** Counts this process as a worker: for itself from now on, for others from a second later. */
  start(): void
  stop(): Promise<void>
  /** The number of processes that run jobs now. */
  countAlive(): Promise<number>
}

/** Every process that runs jobs writes a heartbeat, so that staff see when there is no worker. */
export function createHeartbeat(deps: {
  readonly database: Database
  /** Processes on several machines have to agree about who is alive. */
  readonly clock: DatabaseClock
  readonly logger: Logger
}): Heartbeat {
  const { database, clock, logger } = deps
  const workers = database.collection<WorkerRow>('workers', [{ key: { seenAt: 1 }, expireAfterSeconds: 3600 }])
  const id = randomUUID()
  const failureLine = createFailureLine(logger, 'the heartbeat could not be written; it is tried again')
  let timer: NodeJS.Timeout | undefined
  let first: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()

  async function beat(): Promise<void> {
    try {
      await clock.sync()
      await workers.updateOne({ _id: id }, { $set: { seenAt: clock.now() } }, { upsert: true })
      failureLine.succeeded()
    } catch (error) {
      failureLine.failed(error)
    }
  }

  function beatFirst(): void {
    clearTimeout(first)
    first = undefined
    beating = beat()
  }

  return {
    start() {
      first = setTimeout(beatFirst, FIRST_BEAT_MS)
      timer = setInterval(() => void (beating = beat()), BEAT_MS)
      first.unref()
      timer.unref()
    },
    async stop() {
      if (timer === undefined) return
      clearInterval(timer)
      timer = undefined
      clearTimeout(first)
      // It has not beaten yet.
      if (first !== undefined) return
      await beating
      try {
        await workers.deleteOne({ _id: id })
      } catch (error) {
        logger.warn({ err: error }, 'the heartbeat could not be removed; this worker counts as gone in half a minute')
      }
    },
    async countAlive() {
      if (first !== undefined) beatFirst()
      await beating
      await clock.sync()
      return workers.countDocuments({ seenAt: { $gt: new Date(clock.now().getTime() - ALIVE_MS) } })
    },
  }
}
