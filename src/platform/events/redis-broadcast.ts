import { randomUUID } from 'node:crypto'
import type { Logger } from '../logger.ts'
import { connectRedis, IMPATIENT, REDIS_ANSWER_MS } from '../redis.ts'
import type { Broadcast } from './event-bus.ts'

const CHANNEL = 'superprinter-events'
/** Instead of a message: messages of this process were lost. */
const LOST = ''
const ANNOUNCE_LOSS_MS = 500
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
  let wasAway = false
  /** Whether Redis has been asked and has not answered, and whether that was so for the whole time between two checks. */
  let isAsked = false
  let isSilent = false
  let isClosed = false
  let onReturn: () => void = () => {}
  let lossTimer: NodeJS.Timeout | null = null

  /** Repeats until the other processes know that they have missed messages. */
  function announceLossLater(): void {
    if (lossTimer !== null || isClosed) return
    lossTimer = setTimeout(() => {
      lossTimer = null
      sender.publish(CHANNEL, `${ownId} ${LOST}`).catch(announceLossLater)
    }, ANNOUNCE_LOSS_MS)
    lossTimer.unref()
  }

  receiver.on('close', () => {
    wasAway = true
  })
  receiver.on('ready', async () => {
    isAsked = isSilent = false
    // Who reads anew before Redis has taken the subscription misses what is said in between.
    if (!(await subscribe())) return
    if (wasAway) onReturn()
    wasAway = false
  })

  const check = setInterval(() => {
    // Also where the first connection takes its time: meanwhile this process has read what others change.
    if (receiver.status === 'ready') askReceiver()
    else wasAway = true
  }, CHECK_MS)
  check.unref()

  function askReceiver(): void {
    isSilent = isAsked
    isAsked = true
    receiver.ping().then(
      () => {
        isAsked = isSilent = false
      },
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
        announceLossLater()
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
      return wasAway || isSilent
    },
    async close() {
      isClosed = true
      if (lossTimer !== null) clearTimeout(lossTimer)
      clearInterval(check)
      receiver.disconnect()
      sender.disconnect()
    },
  }
}
