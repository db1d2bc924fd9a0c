import { setTimeout as sleep } from 'node:timers/promises'
import { createKeyedMutex } from '#platform/concurrency/keyed-mutex'
import type { RateCounter } from './rate-counter.ts'
import { TooManyRequests } from './too-many-requests.ts'

const PACE_MS = 2000
const IN_LINE = 3
/** Below the time that a request may take. */
const MAX_WAIT_MS = 8000

/**
 * Waits until it is this attempt's turn: one of the same key in two seconds, for all web processes together.
 * @throws TooManyRequests when three are waiting already
 */
export type SlowLine = (key: string) => Promise<void>

/** Slows attempts down without refusing them for long: a patient person gets in, a person who guesses does not. */
export function createSlowLine(counter: RateCounter): SlowLine {
  const withLock = createKeyedMutex()
  const waiting = new Map<string, number>()

  async function takeTurn(key: string, deadline: number): Promise<void> {
    const full = await counter.take([{ key, max: 1, windowMs: PACE_MS }])
    if (full === null) return
    if (performance.now() + full.ttl > deadline) throw new TooManyRequests(PACE_MS * IN_LINE)
    await sleep(Math.max(1, full.ttl))
    await takeTurn(key, deadline)
  }

  return async (key) => {
    const before = waiting.get(key) ?? 0
    if (before >= IN_LINE) throw new TooManyRequests(PACE_MS * IN_LINE)
    waiting.set(key, before + 1)
    const deadline = performance.now() + MAX_WAIT_MS
    try {
      await withLock([key], () => takeTurn(key, deadline))
    } finally {
      const left = (waiting.get(key) ?? 1) - 1
      if (left === 0) waiting.delete(key)
      else waiting.set(key, left)
    }
  }
}
