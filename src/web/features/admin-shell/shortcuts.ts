import { storedAtom } from '../../lib/storage.ts'

/** Whether single keys do something; people who dictate, or press keys by accident, turn them off. */
export const singleKeys = storedAtom<boolean>('staff-single-keys', true, (stored) =>
  typeof stored === 'boolean' ? stored : null,
)

/** G and a letter go to a room when the letter comes within so many milliseconds. */
export const GO_WITHIN_MS = 2000

export type KeyCommand =
  | { readonly does: 'palette' | 'search' | 'help' | 'wait' }
  | { readonly does: 'go'; readonly letter: string }

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

interface KeySituation {
  /** G was pressed a moment ago. */
  readonly isGoing: boolean
  /** Somebody types, or a dialog is open. */
  readonly isBusy: boolean
  readonly hasSingleKeys: boolean
}

/** What a press of a key asks the back office for; null for nothing. */
export function commandOf(press: KeyPress, { isGoing, isBusy, hasSingleKeys }: KeySituation): KeyCommand | null {
  const key = press.key.toLowerCase()
  if (key === 'k' && (press.ctrlKey || press.metaKey) && !press.altKey) return { does: 'palette' }
  if (press.ctrlKey || press.metaKey || press.altKey || isBusy || !hasSingleKeys) return null
  if (isGoing && /^[a-z]$/.test(key)) return { does: 'go', letter: key }
  if (key === 'g') return { does: 'wait' }
  if (key === '/') return { does: 'search' }
  return key === '?' ? { does: 'help' } : null
}
