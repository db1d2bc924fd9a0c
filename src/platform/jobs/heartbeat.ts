import { randomUUID } from 'node:crypto'
import type { DatabaseClock } from '../database/database-clock.ts'
import type { Database } from '../database/database.ts'
import { createFailureLine } from '../failure-line.ts'
import type { Logger } from '../logger.ts'

interface WorkerRow {
  _id: string
  seenAt: Date
}

const BEAT_MS = 10_000
/** A worker that missed three beats is gone. */
const ALIVE_MS = 35_000

export interface Heartbeat {
  /** Counts this process as a worker from now on. */
  start(): Promise<void>
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

  return {
    async start() {
      timer = setInterval(() => void (beating = beat()), BEAT_MS)
      timer.unref()
      await beat()
    },
    async stop() {
      if (timer === undefined) return
      clearInterval(timer)
      timer = undefined
      await beating
      try {
        await workers.deleteOne({ _id: id })
      } catch (error) {
        logger.warn({ err: error }, 'the heartbeat could not be removed; this worker counts as gone in half a minute')
      }
    },
    async countAlive() {
      await clock.sync()
      return workers.countDocuments({ seenAt: { $gt: new Date(clock.now().getTime() - ALIVE_MS) } })
    },
  }
}
