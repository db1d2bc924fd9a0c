import { deleteDraft, readDraft, restoreFields, saveDraft } from '../../lib/drafts.ts'
import { isRecord } from '../../lib/is-record.ts'
import type { TextStorage } from '../../lib/storage.ts'
import { NO_CARD, type CheckoutFields } from './checkout-fields.ts'

const DRAFT_KEY = 'mr-printer-checkout'

/**
 * Opens the checkout of a customer: what was typed in this tab before a reload when it is theirs, never a card, and an
 * empty form otherwise.
 * @param starting the form as it opens for this customer
 */
export function openCheckoutDraft(userId: string, starting: CheckoutFields, storage?: TextStorage): CheckoutFields {
  const kept = readDraft(DRAFT_KEY, (stored) => (isRecord(stored) ? stored : null), storage)
  return kept?.userId === userId ? { ...restoreFields(starting, kept.fields), ...NO_CARD } : starting
}

export function saveCheckoutDraft(userId: string, fields: CheckoutFields, storage?: TextStorage): void {
  saveDraft(DRAFT_KEY, { userId, fields: { ...fields, ...NO_CARD } }, storage)
}

/** Called when the order is placed, so that the next one starts empty. */
export function deleteCheckoutDraft(storage?: TextStorage): void {
  deleteDraft(DRAFT_KEY, storage)
}
