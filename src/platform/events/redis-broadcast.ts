import { randomUUID } from 'node:crypto'
import type { Logger } from '../log/logger.ts'
import { connectRedis, IMPATIENT, REDIS_ANSWER_MS } from '../redis/redis.ts'
import type { Broadcast } from './event-bus.ts'
import { LossAnnouncer } from './loss-announcer.ts'
import { ReceiverWatch } from './receiver-watch.ts'

const CHANNEL = 'superprinter-events'
/** Instead of a message: messages of this process were lost. */
const LOST = ''
/** How often Redis is asked over the connection that listens, which by itself never notices that it leads nowhere. */
const CHECK_MS = 1000

/**
 * Carries events between the processes of the shop by Redis pub/sub, on two connections of its own. A message that is
 * sent while Redis is down is lost. Processes that may have missed one are notified so that they can resync: when their
 * own connection is back, and when another process, which may reconnect later, could not send its messages.
 */
export function createRedisBroadcast(url: string, logger: Logger): Broadcast {
  const ownId = randomUUID()
  const sender = connectRedis(url, logger, 'broadcast', IMPATIENT)
  const receiver = connectRedis(url, logger, 'listen', {
    maxRetriesPerRequest: null,
    autoResubscribe: false,
    socketTimeout: 5 * REDIS_ANSWER_MS,
  })
  const watch = new ReceiverWatch()
  const losses = new LossAnnouncer(() => sender.publish(CHANNEL, `${ownId} ${LOST}`))
  let isClosed = false
  let onReturn: () => void = () => {}

  receiver.on('close', () => watch.lost())
  receiver.on('ready', async () => {
    watch.answered()
    // Who reads anew before Redis has taken the subscription misses what is said in between.
    if ((await subscribe()) && watch.heard()) onReturn()
  })

  const check = setInterval(() => {
    // Also where the first connection takes its time: meanwhile this process has read what others change.
    if (receiver.status === 'ready') askReceiver()
    else watch.lost()
  }, CHECK_MS)
  check.unref()

  function askReceiver(): void {
    watch.asked()
    receiver.ping().then(
      () => watch.answered(),
      () => {},
    )
  }

  async function subscribe(): Promise<boolean> {
    try {
      await receiver.subscribe(CHANNEL)
      return true
    } catch (error) {
      if (!isClosed) logger.error({ reason: String(error) }, 'the events of other processes are not heard')
      return false
    }
  }

  return {
    send(message) {
      sender.publish(CHANNEL, `${ownId} ${message}`).catch((error: unknown) => {
        logger.debug({ err: error }, 'an event did not reach the other processes')
        losses.lost()
      })
    },
    receive(listener) {
      receiver.on('message', (_channel: string, text: string) => {
        const end = text.indexOf(' ')
        if (text.slice(0, end) === ownId) return
        const message = text.slice(end + 1)
        if (message === LOST) onReturn()
        else listener(message)
      })
    },
    onReturn(listener) {
      onReturn = listener
    },
    get isAway() {
      return watch.isAway
    },
    async close() {
      isClosed = true
      losses.close()
      clearInterval(check)
      receiver.disconnect()
      sender.disconnect()
    },
  }
}
