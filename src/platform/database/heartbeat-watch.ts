import type { mongo } from 'mongoose'
import type { Logger } from '../log/logger.ts'

export interface HeartbeatWatchOptions {
  readonly logger: Logger
  /** Whether the database answers. */
  readonly ping: () => Promise<boolean>
  /** How long between two looks (default 5,000 ms). */
  readonly everyMs?: number
}

/** The driver asks its server every 10 s and gives it 5 s: six looks without a beat are twice as long. */
const SILENT_LOOKS = 6
const LOOK_MS = 5000

/**
 * Reconnects a client whose driver has stopped asking for its server. A check of the driver that began in the moment in
 * which its connection broke may never end; as long as it runs, no other one starts, and the process would stay
 * without its database for good. Looks are counted instead of time, because a process that was frozen finds an old
 * beat when it goes on.
 * @returns ends the watch
 */
export function watchHeartbeat(
  client: mongo.MongoClient,
  { logger, ping, everyMs = LOOK_MS }: HeartbeatWatchOptions,
): () => void {
  let looks = 0
  let isReconnecting = false
  const onBeat = () => {
    looks = 0
  }
  const beats = ['serverHeartbeatStarted', 'serverHeartbeatSucceeded', 'serverHeartbeatFailed'] as const
  for (const beat of beats) client.on(beat, onBeat)

  async function look(): Promise<void> {
    looks += 1
    if (looks < SILENT_LOOKS || isReconnecting || (await ping())) return
    isReconnecting = true
    logger.error('the driver does not ask for the database any more; reconnecting')
    try {
      await client.close()
      await client.connect()
      logger.info('reconnected to the database')
    } catch (error) {
      logger.warn({ err: error }, 'the database could not be reached anew; trying again')
    } finally {
      looks = 0
      isReconnecting = false
    }
  }

  const timer = setInterval(() => void look(), everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    for (const beat of beats) client.off(beat, onBeat)
  }
}
