import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../logger.ts'

interface WorkerRow {
  _id: string
  seenAt: Date
}

const BEAT_MS = 10_000
/** Three beats missed: this worker is gone. */
const ALIVE_MS = 35_000

export interface Heartbeat {
  /** From now on this process counts as a worker. */
  start(): Promise<void>
  stop(): Promise<void>
  /** How many processes work on jobs now. */
  countAlive(): Promise<number>
}

/** A sign of life of every process that works on jobs, so that staff see when nobody does. */
export function createHeartbeat(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
}): Heartbeat {
  const { database, clock, logger } = deps
  const workers = database.collection<WorkerRow>('workers', [{ key: { seenAt: 1 }, expireAfterSeconds: 3600 }])
  const id = randomUUID()
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()

  async function beat(): Promise<void> {
    try {
      await workers.updateOne({ _id: id }, { $set: { seenAt: clock.now() } }, { upsert: true })
    } catch (error) {
      logger.warn({ err: error }, 'a sign of life was not written; the next one follows')
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
        logger.warn({ err: error }, 'this worker could not sign off; it counts as gone in half a minute')
      }
    },
    countAlive: () => workers.countDocuments({ seenAt: { $gt: new Date(clock.now().getTime() - ALIVE_MS) } }),
  }
}
