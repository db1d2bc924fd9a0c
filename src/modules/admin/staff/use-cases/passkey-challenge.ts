import { createHash, randomBytes } from 'node:crypto'
import { MINUTE_MS } from '#platform/time/durations'
import type { Seal } from '#platform/security/seal'

/** How long a browser has for its answer, in ms. */
export const CHALLENGE_MS = 5 * MINUTE_MS
const BYTES = 32

/** What the answer is for: nobody signs in with one that was given to add a passkey. */
export type ChallengePurpose = 'passkey sign-in' | `new passkey of ${string}`

/**
 * A challenge for a passkey: 256 random bits in base64url. The browser keeps it sealed, in a cookie, until it answers, so
 * that nothing is stored for somebody who only asks.
 */
export function newChallenge(
  seal: Seal,
  purpose: ChallengePurpose,
  now: Date,
): { readonly challenge: string; readonly sealed: string } {
  const challenge = randomBytes(BYTES).toString('base64url')
  return { challenge, sealed: seal.close(`${now.getTime() + CHALLENGE_MS} ${challenge}`, purpose) }
}

/** The challenge that a browser brings back; null when it is too old, for something else, or not the shop's. */
export function openChallenge(seal: Seal, sealed: string | null, purpose: ChallengePurpose, now: Date): string | null {
  const [until, challenge] = (sealed === null ? null : seal.open(sealed, purpose))?.text.split(' ') ?? []
  return challenge !== undefined && Number(until) > now.getTime() ? challenge : null
}

/** What is stored of a challenge that was answered. */
export function challengeDigestOf(challenge: string): string {
  return createHash('sha256').update(challenge).digest('base64url')
}
