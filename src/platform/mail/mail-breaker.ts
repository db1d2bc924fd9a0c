import type { Logger } from '../log/logger.ts'
import { settlesWithin } from '../concurrency/within.ts'
import type { Mail, MailMessage } from './mail.ts'
import { MailServerUnavailable } from './smtp-failure.ts'

/** While the mail server is away, one mail tries it so often. */
const TRY_AGAIN_MS = 30_000

interface Outage {
  /** By the process's own time, which no clock that is set moves. */
  readonly tryAgainAt: number
  readonly error: MailServerUnavailable
}

/**
 * Spares a mail server that is away: after a failure all mails are refused at once for 30 seconds, then one of them
 * tries, and the others wait for how that ends. A server may take minutes to look through one mail, so after half a minute
 * the next one tries beside it. So thousands of waiting mails are one connection in half a minute. A mail that fails while
 * the server takes others, because its connection stands still, says nothing about them.
 * @param deps.onReturn called when the server takes mails: at first, again after an outage, and half a minute after either
 * @param deps.now a time in ms that never goes back (default the process's own)
 */
export function withBreaker(
  mail: Mail,
  deps: {
    readonly logger: Logger
    readonly onReturn: () => Promise<void>
    readonly now?: () => number
  },
): Mail {
  const { logger, onReturn, now = () => performance.now() } = deps
  let outage: Outage | null = null
  /** Whether mails may wait for the server to return: also since before the start, of which this process knows nothing. */
  let mayWait = true
  let trial: Promise<void> | null = null
  /** How many mails the server has answered, also those that it refused. */
  let answered = 0

  async function send(message: MailMessage): Promise<void> {
    const answeredBefore = answered
    try {
      await mail.send(message)
    } catch (error) {
      if (error instanceof MailServerUnavailable) {
        if (answered > answeredBefore) throw error
        if (outage === null) logger.error({ err: error }, 'the mail server cannot be used; mails wait for it')
        outage = { tryAgainAt: now() + TRY_AGAIN_MS, error }
        mayWait = true
      } else endOutage()
      throw error
    }
    endOutage()
  }

  function endOutage(): void {
    answered += 1
    if (outage !== null) logger.info('the mail server can be used again')
    outage = null
    if (!mayWait) return
    mayWait = false
    announceReturn()
    // A process that still spares the server may have put the mails off again meanwhile.
    setTimeout(announceReturn, TRY_AGAIN_MS).unref()
  }

  function announceReturn(): void {
    onReturn().catch((error: unknown) => logger.warn({ err: error }, 'waiting mails keep the time of their next try'))
  }

  return {
    async send(message) {
      if (trial !== null) await settlesWithin(trial, TRY_AGAIN_MS)
      if (outage === null) return send(message)
      if (now() < outage.tryAgainAt) throw outage.error
      outage = { ...outage, tryAgainAt: now() + TRY_AGAIN_MS }
      const sending = send(message)
      const own = sending.then(
        () => {},
        () => {},
      )
      trial = own
      try {
        await sending
      } finally {
        if (trial === own) trial = null
      }
    },
  }
}
