import { randomUUID } from 'node:crypto'
import type { Logger } from '../logger.ts'
import { connectRedis, IMPATIENT } from '../redis.ts'
import type { Broadcast } from './event-bus.ts'

const CHANNEL = 'superprinter-events'

/**
 * Carries events between the processes of the shop by Redis pub/sub, on two connections of its own. A message that is
 * sent while Redis is away is lost; everybody is told when the connection is back, so that caches can start afresh.
 */
export function createRedisBroadcast(url: string, logger: Logger): Broadcast {
  const us = randomUUID()
  const sender = connectRedis(url, logger, 'broadcast', IMPATIENT)
  const receiver = connectRedis(url, logger, 'listen', { maxRetriesPerRequest: null })
  let wasAway = false
  let isClosed = false
  let onReturn: () => void = () => {}

  receiver.on('close', () => {
    wasAway = true
  })
  receiver.on('ready', () => {
    // The reconnected client subscribes again by itself before it says "ready".
    if (wasAway) onReturn()
    wasAway = false
  })
  receiver.subscribe(CHANNEL).catch((error: unknown) => {
    if (!isClosed) logger.error({ err: error }, 'the events of other processes are not heard')
  })

  return {
    send(message) {
      sender.publish(CHANNEL, `${us} ${message}`).catch((error: unknown) => logger.debug({ err: error }, 'an event did not reach the other processes'))
    },
    receive(listener) {
      receiver.on('message', (_channel: string, text: string) => {
        const end = text.indexOf(' ')
        if (text.slice(0, end) !== us) listener(text.slice(end + 1))
      })
    },
    onReturn(listener) {
      onReturn = listener
    },
    async close() {
      isClosed = true
      receiver.disconnect()
      sender.disconnect()
    },
  }
}
