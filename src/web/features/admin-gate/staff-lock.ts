import { DAY_MS } from '#platform/time/durations'

/** How long one unlocking lasts, in ms (specification 2, sections 4 and 9). */
export const UNLOCKED_FOR_MS = DAY_MS

/** The unlock time as it was stored; null for anything that is no moment. */
export function readUnlockTime(stored: unknown): number | null {
  return typeof stored === 'number' && Number.isFinite(stored) && stored > 0 ? stored : null
}

/**
 * How long the admin area stays unlocked, in ms; 0 when it is locked. An unlock time of the future (a clock that was
 * put back) counts for nothing.
 */
export function timeLeftMs(unlockedAt: number | null, now: number): number {
  if (unlockedAt === null || unlockedAt > now) return 0
  return Math.max(0, unlockedAt + UNLOCKED_FOR_MS - now)
}
