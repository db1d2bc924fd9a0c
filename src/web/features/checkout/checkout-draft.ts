import { createSafeStorage, type TextStorage } from '../../lib/storage.ts'
import { NO_CARD, type CheckoutFields } from './checkout-fields.ts'

const DRAFT_KEY = 'mr-printer-checkout'
const tabStorage = createSafeStorage(() => globalThis.sessionStorage)

/** What survives a reload of the checkout: the key of the attempt, and what was typed. Never a card. */
export interface CheckoutDraft {
  /** The Idempotency-Key: made when the form opens, kept until the order is placed, so that a retry is no second order. */
  readonly attemptKey: string
  readonly fields: CheckoutFields
}

/**
 * Opens the checkout of a customer: goes on with the draft of this tab when it is theirs, else starts anew.
 * @param starting the form as it opens for this customer
 */
export function openDraft(userId: string, starting: CheckoutFields, storage: TextStorage = tabStorage): CheckoutDraft {
  const kept = readDraft(storage)
  if (kept !== null && kept.userId === userId)
    return { attemptKey: kept.attemptKey, fields: overlay(starting, kept.fields) }
  const draft = { attemptKey: newAttemptKey(), fields: starting }
  saveDraft(userId, draft, storage)
  return draft
}

export function saveDraft(
  userId: string,
  { attemptKey, fields }: CheckoutDraft,
  storage: TextStorage = tabStorage,
): void {
  storage.setItem(DRAFT_KEY, JSON.stringify({ userId, attemptKey, fields: { ...fields, ...NO_CARD } }))
}

/** The order is placed: the next one starts anew. */
export function forgetDraft(storage: TextStorage = tabStorage): void {
  storage.removeItem(DRAFT_KEY)
}

function readDraft(storage: TextStorage): { userId: unknown; attemptKey: string; fields: unknown } | null {
  try {
    const draft: unknown = JSON.parse(storage.getItem(DRAFT_KEY) ?? 'null')
    if (typeof draft !== 'object' || draft === null || !('attemptKey' in draft) || !('userId' in draft)) return null
    const { attemptKey, userId } = draft
    if (typeof attemptKey !== 'string' || !/^[\w-]{16,64}$/.test(attemptKey)) return null
    return { userId, attemptKey, fields: 'fields' in draft ? draft.fields : null }
  } catch {
    return null
  }
}

/** Takes from `kept` what has the shape of the form, and the rest from `starting`. */
function overlay<T extends object>(starting: T, kept: unknown): T {
  if (typeof kept !== 'object' || kept === null) return starting
  const entries = Object.entries(starting).map(([name, value]: [string, unknown]) => {
    const found = (kept as Record<string, unknown>)[name]
    if (typeof value === 'object' && value !== null) return [name, overlay(value, found)]
    return [name, typeof found === typeof value && !(name in NO_CARD) ? found : value]
  })
  return Object.fromEntries(entries) as T
}

/** Unguessable and unique, also where crypto.randomUUID is missing (a plain http address in the local network). */
function newAttemptKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
