import { tabStorage, type TextStorage } from './storage.ts'

/**
 * Drafts: what was typed in this tab and not sent yet, as JSON under one key each. They survive a reload, a failed
 * send and a session that ends by itself, and go when they were sent or the tab is closed. Those of shoppers go when a
 * customer signs out or another one signs in, too, and those of staff when they log out or another person of the staff
 * comes (end-of-drafts.ts).
 */

/** @param parse turns what was stored into a sound value; null for what is not one */
export function readDraft<T>(
  key: string,
  parse: (stored: unknown) => T | null,
  storage: TextStorage = tabStorage,
): T | null {
  try {
    return parse(JSON.parse(storage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

/** @param draft what JSON can hold */
export function saveDraft(key: string, draft: unknown, storage: TextStorage = tabStorage): void {
  storage.setItem(key, JSON.stringify(draft))
}

/** What was typed was sent or given up. */
export function deleteDraft(key: string, storage: TextStorage = tabStorage): void {
  storage.removeItem(key)
}

/**
 * A form's fields with what was stored of them; what has not the shape of the form is left out.
 * @param fields the form as it opens without a draft
 */
export function restoreFields<Fields extends object>(fields: Fields, stored: unknown): Fields {
  if (typeof stored !== 'object' || stored === null) return fields
  const entries = Object.entries(fields).map(([name, value]: [string, unknown]) => {
    const kept = (stored as Record<string, unknown>)[name]
    if (typeof value === 'object' && value !== null) return [name, restoreFields(value, kept)]
    return [name, typeof kept === typeof value ? kept : value]
  })
  return Object.fromEntries(entries) as Fields
}

/** Where a form keeps its draft. */
export interface FormDraft<Fields> {
  /** The fields of the draft; null when there is none. */
  read(): Partial<Fields> | null
  save(fields: Fields): void
  clear(): void
}

/**
 * The draft of a form with flat fields.
 * @param name one per form, and per person where the form is somebody's own: the next customer must not read it
 * @param opened the fields as the form opens: while nothing differs from them there is no draft
 */
export function formDraft<Fields extends object>(
  name: string,
  opened: Fields,
  storage: TextStorage = tabStorage,
): FormDraft<Fields> {
  const key = `form-draft-${name}`
  return {
    read: () => readDraft(key, (stored) => (stored === null ? null : restoreFields(opened, stored)), storage),
    save(fields) {
      const isChanged = Object.entries(opened).some(
        ([field, value]) => (fields as Record<string, unknown>)[field] !== value,
      )
      if (isChanged) saveDraft(key, fields, storage)
      else deleteDraft(key, storage)
    },
    clear: () => deleteDraft(key, storage),
  }
}
