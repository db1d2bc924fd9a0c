import { createSafeStorage, type TextStorage } from '../../lib/storage.ts'

const tabStorage = createSafeStorage(() => globalThis.sessionStorage)
const keyOf = (form: string) => `form-draft-${form}`

/**
 * What was typed into a form of this tab and not sent yet, so that it survives a failed send and a reload.
 * @param names the form's fields; anything else that was stored is left out
 */
export function readDraft<Name extends string>(
  form: string,
  names: readonly Name[],
  storage: TextStorage = tabStorage,
): Partial<Record<Name, string>> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(form)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return {}
    const typed = stored as Record<string, unknown>
    return Object.fromEntries(
      names.flatMap((name) => (typeof typed[name] === 'string' && typed[name] !== '' ? [[name, typed[name]]] : [])),
    ) as Partial<Record<Name, string>>
  } catch {
    return {}
  }
}

export function saveDraft(
  form: string,
  fields: Readonly<Record<string, unknown>>,
  storage: TextStorage = tabStorage,
): void {
  storage.setItem(keyOf(form), JSON.stringify(fields))
}

/** The form was sent: the next one begins empty. */
export function forgetDraft(form: string, storage: TextStorage = tabStorage): void {
  storage.removeItem(keyOf(form))
}
