/** G and a letter go to a room when the letter comes within so many milliseconds. */
export const GO_WITHIN_MS = 2000

export type KeyCommand =
  | { readonly does: 'palette' | 'search' | 'help' | 'wait' }
  | { readonly does: 'go'; readonly letter: string }
  /** To another row; `isExtending` selects both. */
  | { readonly does: 'row'; readonly step: 1 | -1; readonly isExtending: boolean }
  /** `isRange`: all rows from the one that was selected last. */
  | { readonly does: 'select'; readonly isRange: boolean }
  /** Presses the control that has these keys, if there is one. */
  | { readonly does: 'press'; readonly keys: string }

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

export interface KeySituation {
  /** G was pressed a moment ago. */
  readonly isGoing: boolean
  readonly isTyping: boolean
  /** What is typed searches the list below. */
  readonly isSearching: boolean
  readonly hasDialog: boolean
  readonly hasSingleKeys: boolean
}

/** What a press of a key asks the back office for; null for nothing. */
export function commandOf(press: KeyPress, situation: KeySituation): KeyCommand | null {
  const { isGoing, isTyping, isSearching, hasDialog, hasSingleKeys } = situation
  const { altKey, shiftKey } = press
  const key = press.key.toLowerCase()
  const hasControl = press.ctrlKey || press.metaKey
  if (altKey) return null
  if (hasControl && key === 'k') return { does: 'palette' }
  if (hasControl)
    return key === 'enter' ? { does: 'press', keys: shiftKey ? 'Control+Shift+Enter' : 'Control+Enter' } : null
  if (isSearching && !hasDialog && !shiftKey && key === 'arrowdown') return { does: 'row', step: 1, isExtending: false }
  if (isTyping) return null
  if (key === 'escape') return hasDialog ? null : { does: 'press', keys: 'Escape' }
  if (!hasSingleKeys) return null
  if (!hasDialog) {
    if (isGoing && /^[a-z]$/.test(key)) return { does: 'go', letter: key }
    const command = listCommandOf(key, shiftKey)
    if (command !== null) return command
  }
  return !shiftKey && /^[a-z0-9]$/.test(key) ? { does: 'press', keys: key.toUpperCase() } : null
}

/**
 * What is typed for a field that is not there yet: a person who asks for it types on, and none of that may press
 * anything.
 * @returns the text with this key; null for a key that types nothing
 */
export function typedWith({ key, ctrlKey, metaKey, altKey }: KeyPress, text: string): string | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Backspace') return text.slice(0, -1)
  return key.length === 1 ? text + key : null
}

function listCommandOf(key: string, isShifted: boolean): KeyCommand | null {
  switch (key) {
    case 'g':
      return { does: 'wait' }
    case '/':
      return { does: 'search' }
    case '?':
      return { does: 'help' }
    case 'j':
    case 'k':
      return { does: 'row', step: key === 'j' ? 1 : -1, isExtending: isShifted }
    case 'x':
      return { does: 'select', isRange: isShifted }
    default:
      return null
  }
}
