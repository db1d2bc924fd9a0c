import { newAttemptKey } from '../../lib/attempt-key.ts'
import { isRecord } from '../../lib/is-record.ts'
import { browserStorage, CHECKOUT_ATTEMPT_KEY, type TextStorage } from '../../lib/storage.ts'

/** Whoever comes back later than this buys something new, also where the answer to the last order was lost. */
const KEPT_MS = 24 * 60 * 60 * 1000

/**
 * The Idempotency-Key of the order that a customer is about to place: made when the checkout opens, kept until the order
 * is placed. It lives in local storage as the cart does, so that tabs that send the same cart place one order.
 */
export function openAttempt(userId: string, storage: TextStorage = browserStorage, now = Date.now()): string {
  const kept = readAttempt(storage)
  const isKept = kept !== null && kept.userId === userId && now - kept.madeAt < KEPT_MS && kept.madeAt <= now
  return isKept ? kept.key : renewAttempt(userId, storage, now)
}

/** A key for a further order, once the customer knows of the one that the key before stands for. */
export function renewAttempt(userId: string, storage: TextStorage = browserStorage, now = Date.now()): string {
  const key = newAttemptKey()
  storage.setItem(CHECKOUT_ATTEMPT_KEY, JSON.stringify({ userId, key, madeAt: now }))
  return key
}

/** Called when the order is placed. The key that another tab has made for a further order stays. */
export function closeAttempt(key: string, storage: TextStorage = browserStorage): void {
  if (readAttempt(storage)?.key === key) storage.removeItem(CHECKOUT_ATTEMPT_KEY)
}

function readAttempt(storage: TextStorage): { userId: unknown; key: string; madeAt: number } | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(CHECKOUT_ATTEMPT_KEY) ?? 'null')
    if (!isRecord(stored)) return null
    const { userId, key, madeAt } = stored
    if (typeof key !== 'string' || !/^[\w-]{16,64}$/.test(key) || typeof madeAt !== 'number') return null
    return { userId, key, madeAt }
  } catch {
    return null
  }
}
