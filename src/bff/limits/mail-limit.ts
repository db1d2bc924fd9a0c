import { createHash } from 'node:crypto'
import { HOUR_MS } from '#platform/time/durations'
import type { RateCounter } from './rate-counter.ts'
import { TooManyRequests } from './too-many-requests.ts'

const WINDOW_MS = HOUR_MS
const MAILS_IN_WINDOW = 5

/** Only who reads the mails of an address has the link in them, and what others ask for does not count for it. */
const OTHER_WAYS: Partial<Record<Kind, string>> = { code: 'Use the link in our latest email with a code' }

type Kind = 'alert' | 'code' | 'code-by-reader' | 'email-proof' | 'email-change'

/**
 * Counts a mail with a code or a link that somebody asks for: 5 an hour of each kind.
 * @param whose the address that a code or a product's link goes to, whether it is known or not, so that a refusal does
 * not reveal it; or the id of the customer who wants to confirm their address, or another one
 * @throws TooManyRequests
 */
export type MailLimit = (kind: Kind, whose: string) => Promise<void>

export function createMailLimit(counter: RateCounter): MailLimit {
  return async (kind, whose) => {
    const digest = createHash('sha256').update(whose).digest('base64url')
    const { current, ttl } = await counter.add(`mail:${kind}:${digest}`, WINDOW_MS)
    if (current > MAILS_IN_WINDOW) throw new TooManyRequests(ttl, OTHER_WAYS[kind])
  }
}
