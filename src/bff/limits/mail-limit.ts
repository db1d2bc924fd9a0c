import { createHash } from 'node:crypto'
import type { RateCounter } from './rate-counter.ts'
import { TooManyRequests } from './too-many-requests.ts'

const WINDOW_MS = 60 * 60_000
const MAILS_PER_RECIPIENT = 5

/**
 * Counts a mail that anybody can have sent to an address. It is counted whether the address has an account or not, so
 * that a refusal does not reveal it.
 * @throws TooManyRequests when the address was asked to be written to 5 times within the hour
 */
export type MailLimit = (recipient: string) => Promise<void>

/** Mails with a code or a link that anybody can ask for: 5 per recipient an hour. */
export function createMailLimit(counter: RateCounter): MailLimit {
  return async (recipient) => {
    const digest = createHash('sha256').update(recipient).digest('base64url')
    const { current, ttl } = await counter.add(`mail:${digest}`, WINDOW_MS)
    if (current > MAILS_PER_RECIPIENT) throw new TooManyRequests(ttl)
  }
}
