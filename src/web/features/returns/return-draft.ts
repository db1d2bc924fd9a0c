import type { Returnable } from '#contracts/returns'
import { newAttemptKey } from '../../lib/attempt-key.ts'
import { readDraft, saveDraft } from '../../lib/drafts.ts'
import { isRecord } from '../../lib/is-record.ts'
import type { TextStorage } from '../../lib/storage.ts'
import { isReturnReason, type ReturnReason } from './return-words.ts'

/** What is chosen of one line of the order. */
export interface ChosenLine {
  readonly quantity: number
  readonly reason: ReturnReason | ''
  readonly isUnopened: boolean
}

/** A return that is being written. */
interface ReturnDraft {
  /** The same for every try of one request. */
  readonly attemptKey: string
  /** By the number of the line. */
  readonly chosen: ReadonlyMap<number, ChosenLine>
  readonly note: string
}

/** What was written in this tab of what may still come back; an empty form when nothing was. */
export function openReturn(
  draftKey: string,
  items: NonNullable<Returnable>['items'],
  storage?: TextStorage,
): ReturnDraft {
  const empty = { attemptKey: newAttemptKey(), chosen: new Map(), note: '' }
  return readDraft(draftKey, (stored) => restoreReturn(items, stored), storage) ?? empty
}

export function saveReturn(draftKey: string, { chosen, ...draft }: ReturnDraft, storage?: TextStorage): void {
  saveDraft(draftKey, { ...draft, chosen: [...chosen] }, storage)
}

function restoreReturn(items: NonNullable<Returnable>['items'], stored: unknown): ReturnDraft | null {
  if (!isRecord(stored)) return null
  const { attemptKey, chosen, note } = stored
  if (typeof attemptKey !== 'string' || typeof note !== 'string' || !Array.isArray(chosen)) return null
  const kept = new Map(chosen.filter((entry): entry is [unknown, unknown] => Array.isArray(entry)))
  const lines = items.flatMap(({ line, quantity }) => {
    const restored = restoreLine(quantity, kept.get(line))
    return restored === null ? [] : [[line, restored] as const]
  })
  return { attemptKey, chosen: new Map(lines), note }
}

function restoreLine(most: number, stored: unknown): ChosenLine | null {
  if (!isRecord(stored)) return null
  const { quantity, reason, isUnopened } = stored
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > most) return null
  return { quantity, reason: isReturnReason(reason) ? reason : '', isUnopened: isUnopened === true }
}
