import { DAY_MS } from '#platform/time/durations'
import type { Bucket, RateCounter } from './rate-counter.ts'
import type { SlowLine } from './slow-line.ts'
import { TooManyRequests } from './too-many-requests.ts'

/** How long an address counts as known after its latest success. */
const KNOWN_MS = 30 * DAY_MS

/** By what the attempts at a secret are counted. */
export interface AttemptRules {
  /** Failed attempts. */
  readonly failures: readonly Bucket[]
  /** All attempts, also successful ones. */
  readonly tries: readonly Bucket[]
  /**
   * Failed attempts of all who never succeeded from where they are. When there are too many, nobody is refused: those who
   * never succeeded wait for their turn, and the others notice nothing.
   */
  readonly strangers: Bucket
  /**
   * Failures that are nearly a success, such as a wrong code after the right password. When there are too many, only
   * those get on who succeeded before from where they are.
   */
  readonly near?: { readonly bucket: Bucket; readonly counts: (error: unknown) => boolean }
  /** The key of one who tries from one place: after a success they are known there. */
  readonly known: string
  /** Runs before a refusal. */
  readonly onBlocked?: (() => Promise<void>) | undefined
}

/**
 * Runs `attempt` unless one of the buckets is full.
 * @throws TooManyRequests before `attempt` runs
 */
export type AttemptLimit = <Result>(rules: AttemptRules, attempt: () => Promise<Result>) => Promise<Result>

/**
 * Limits attempts at something secret. Each is counted as a failure before it begins, so that a hundred at once cannot
 * get around the limit, and taken back when it succeeds or ends by an error that says nothing about the secret.
 * @param deps.isFailure which errors of an attempt count
 */
export function createAttemptLimit(deps: {
  readonly counter: RateCounter
  readonly slowLine: SlowLine
  readonly isFailure: (error: unknown) => boolean
}): AttemptLimit {
  const { counter, slowLine, isFailure } = deps

  /** Counts the attempt, and lets a stranger wait where there are too many of them. */
  async function admit({ failures, tries, strangers, near }: AttemptRules, isKnown: boolean): Promise<void> {
    const full = await counter.take([...failures, ...tries])
    if (full !== null) throw new TooManyRequests(full.ttl)
    if (isKnown) return
    const { current } = await counter.add(strangers.key, strangers.windowMs)
    try {
      if (current > strangers.max) await slowLine(`slow-${strangers.key}`)
      const fullNear = near === undefined ? null : await counter.take([near.bucket])
      if (fullNear !== null) throw new TooManyRequests(fullNear.ttl)
    } catch (error) {
      await counter.giveBack([...failures, ...tries, strangers].map(({ key }) => key))
      throw error
    }
  }

  return async (rules, attempt) => {
    const isKnown = (await counter.read(rules.known)).current > 0
    try {
      await admit(rules, isKnown)
    } catch (error) {
      await rules.onBlocked?.()
      throw error
    }
    const counted = [...rules.failures, ...(isKnown ? [] : [rules.strangers])].map(({ key }) => key)
    const near = isKnown ? undefined : rules.near
    try {
      const result = await attempt()
      const nearKeys = near === undefined ? [] : [near.bucket.key]
      await Promise.all([counter.giveBack([...counted, ...nearKeys]), counter.renew(rules.known, KNOWN_MS)])
      return result
    } catch (error) {
      if (near !== undefined && !near.counts(error)) await counter.giveBack([near.bucket.key])
      if (!isFailure(error)) await counter.giveBack(counted)
      throw error
    }
  }
}
