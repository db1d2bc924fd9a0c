import { DAY_MS } from '#platform/time/durations'
import { newAttemptKey } from '../../lib/attempt-key.ts'
import { deleteDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
import { browserStorage, type TextStorage } from '../../lib/storage.ts'

const STORAGE_KEY = 'mr-printer-checkout-attempt'

/** A customer who comes back later than this buys something new, also where the answer to the last order was lost. */
const KEPT_MS = DAY_MS

/**
 * The Idempotency-Key of the order that a customer is about to place: made when the checkout opens, kept until the order
 * is placed. It lives in local storage as the cart does, so that tabs that send the same cart place one order. It stays
 * when the customer signs out, because that is what some try after an order whose answer was lost.
 */
export function openAttempt(userId: string, storage: TextStorage = browserStorage, now = Date.now()): string {
  const kept = readAttempt(storage)
  // A clock that was set back meanwhile must not place the order a second time.
  const age = Math.abs(now - (kept?.madeAt ?? NaN))
  return kept?.userId === userId && age < KEPT_MS ? kept.key : renewAttempt(userId, storage, now)
}

/** A key for a further order, once the customer knows of the one that the key before stands for. */
export function renewAttempt(userId: string, storage: TextStorage = browserStorage, now = Date.now()): string {
  const key = newAttemptKey()
  saveDraft(STORAGE_KEY, { userId, key, madeAt: now }, storage)
  return key
}

/** Called when the order is placed. The key that another tab has made for a further order stays. */
export function closeAttempt(key: string, storage: TextStorage = browserStorage): void {
  if (readAttempt(storage)?.key === key) deleteDraft(STORAGE_KEY, storage)
}

/** Of what others may have stored there nothing has the customer's id and a time of the last day. */
function readAttempt(storage: TextStorage): Attempt | null {
  return readDraft(STORAGE_KEY, (stored) => stored as Attempt | null, storage)
}

interface Attempt {
  readonly userId: unknown
  readonly key: string
  readonly madeAt: number
}
