import { newAttemptKey } from '../../lib/attempt-key.ts'
import { deleteDraft, readDraft, restoreFields, saveDraft } from '../../lib/drafts.ts'
import type { TextStorage } from '../../lib/storage.ts'
import { NO_CARD, type CheckoutFields } from './checkout-fields.ts'

const DRAFT_KEY = 'mr-printer-checkout'

/** What survives a reload of the checkout: the attempt's key and what was typed, never a card. */
export interface CheckoutDraft {
  /**
   * The Idempotency-Key: made when the form opens, kept until the order is placed, so that a retry does not place a
   * second order.
   */
  readonly attemptKey: string
  readonly fields: CheckoutFields
}

/**
 * Opens the checkout of a customer: continues the draft of this tab when it is theirs, and starts an empty one otherwise.
 * @param starting the form as it opens for this customer
 */
export function openCheckoutDraft(userId: string, starting: CheckoutFields, storage?: TextStorage): CheckoutDraft {
  const kept = readDraft(DRAFT_KEY, parseDraft, storage)
  if (kept !== null && kept.userId === userId)
    return { attemptKey: kept.attemptKey, fields: { ...restoreFields(starting, kept.fields), ...NO_CARD } }
  const draft = { attemptKey: newAttemptKey(), fields: starting }
  saveCheckoutDraft(userId, draft, storage)
  return draft
}

export function saveCheckoutDraft(userId: string, { attemptKey, fields }: CheckoutDraft, storage?: TextStorage): void {
  saveDraft(DRAFT_KEY, { userId, attemptKey, fields: { ...fields, ...NO_CARD } }, storage)
}

/** Called when the order is placed, so that the next one starts empty. */
export function deleteCheckoutDraft(storage?: TextStorage): void {
  deleteDraft(DRAFT_KEY, storage)
}

function parseDraft(stored: unknown): { userId: unknown; attemptKey: string; fields: unknown } | null {
  if (typeof stored !== 'object' || stored === null || !('attemptKey' in stored) || !('userId' in stored)) return null
  const { attemptKey, userId } = stored
  if (typeof attemptKey !== 'string' || !/^[\w-]{16,64}$/.test(attemptKey)) return null
  return { userId, attemptKey, fields: 'fields' in stored ? stored.fields : null }
}
