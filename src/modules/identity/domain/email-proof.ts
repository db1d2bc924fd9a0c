import { HOUR_MS } from '#platform/time/durations'

const PROOF_HOURS = 24

/** How long the link that proves an address can be used. */
export function proofExpiryOf(now: Date): Date {
  return new Date(now.getTime() + PROOF_HOURS * HOUR_MS)
}
