import type { Logger } from '../log/logger.ts'

/** What the log says while Redis is away, however many connections of the process find out. */
interface Outage {
  /** A connection was lost, or a try to connect failed. @param error null when it was closed without one */
  begin(connection: object, error: Error | null): void
  /** The connection is there again. */
  end(connection: object): void
  /** The connection was given up on purpose. */
  forget(connection: object): void
}

/** While Redis stays away for the same reason, that is said once a minute: it is tried every other second. */
const REPEAT_MS = 60_000

const CLOSED_AT_ONCE =
  'Redis closes the connection at once: check the port of REDIS_URL, which begins with rediss:// where Redis speaks TLS'

const outages = new WeakMap<Logger, Map<string, Outage>>()

/** The connections of one process to one Redis share their lines, because what one meets they all meet. */
export function outageOf(url: string, logger: Logger): Outage {
  const byUrl = outages.get(logger) ?? new Map<string, Outage>()
  outages.set(logger, byUrl)
  const outage = byUrl.get(url) ?? createOutage(logger, url.startsWith('rediss:'))
  byUrl.set(url, outage)
  return outage
}

function createOutage(logger: Logger, isEncrypted: boolean): Outage {
  const away = new Set<object>()
  const wereThere = new WeakSet<object>()
  /** When each reason was said last. */
  const saidAt = new Map<string, number>()

  function remove(connection: object): boolean {
    const isLast = away.delete(connection) && away.size === 0
    if (isLast) saidAt.clear()
    return isLast
  }

  const closed = (connection: object) =>
    wereThere.has(connection) ? 'the connection to Redis was lost' : CLOSED_AT_ONCE

  return {
    begin(connection, error) {
      // What ends with an error is closed as well.
      if (error === null && away.has(connection)) return
      away.add(connection)
      const reason = reasonOf(error)
      if (performance.now() - (saidAt.get(reason) ?? -REPEAT_MS) < REPEAT_MS) return
      saidAt.set(reason, performance.now())
      // A stack would say where the client was, a line each time in which nobody finds the reason.
      logger.warn(
        { reason },
        `${error === null ? closed(connection) : sentenceOf(error, reason, isEncrypted)}; trying again`,
      )
    },
    end(connection) {
      wereThere.add(connection)
      if (remove(connection)) logger.info('Redis is back')
    },
    forget: remove,
  }
}

/** Of several addresses of a name none may answer; then the error gathers one for each and says nothing itself. */
function reasonOf(error: Error | null): string {
  if (error === null) return 'it closed the connection'
  if (error instanceof AggregateError) return error.errors.map((each: Error) => each.message).join('; ')
  // Which of the scripts was refused makes no other reason.
  return error.message.split(' script: ', 1)[0] ?? ''
}

/** Whether REDIS_URL ends with the number of a database that Redis does not have. */
export function isWrongDatabase(error: Error): boolean {
  return /DB index is out of range|invalid DB index/i.test(error.message)
}

function sentenceOf(error: Error, reason: string, isEncrypted: boolean): string {
  if (isWrongDatabase(error)) return 'Redis has no database of the number at the end of REDIS_URL'
  if (/^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|invalid password|Client sent AUTH))/i.test(reason))
    return 'Redis refuses the sign-in: check user name and password of REDIS_URL'
  if (reason.startsWith('READONLY'))
    return 'Redis is a replica, which takes no changes: REDIS_URL must lead to the primary'
  // A Redis without TLS waits for the end of a line that never comes.
  if (isEncrypted && /ETIMEDOUT|before secure TLS/.test(reason))
    return 'Redis does not answer: check that it speaks TLS at the port of REDIS_URL'
  if (isEncrypted && !/^(connect|getaddrinfo|read|write) E/.test(reason))
    return 'Redis cannot be reached over TLS: check that its certificate is for the host of REDIS_URL and issued by an authority that this machine knows (NODE_EXTRA_CA_CERTS)'
  return 'Redis does not answer'
}
