import { useCallback } from 'react'
import { storedAtom, useStored } from './storage.ts'

/** Whether single keys do something; people who dictate, or press keys by accident, turn them off. */
export const singleKeys = storedAtom<boolean>('staff-single-keys', true, (stored) =>
  typeof stored === 'boolean' ? stored : null,
)

interface StaffKey {
  /** As `aria-keyshortcuts` writes them: "Control+Enter". */
  readonly keys: string
  readonly what: string
  /** list: on a list and what is selected in it; opened: in what is open over it. */
  readonly where: 'list' | 'opened'
}

/** The keys that press a control of the back office. Two things that stand on one screen never share a key. */
export const STAFF_KEYS = {
  selectAll: { keys: 'A', what: 'Select all rows of the page', where: 'list' },
  changeStatus: { keys: 'S', what: 'Change the status of the selected orders', where: 'list' },
  addNote: { keys: 'N', what: 'Note on the selected orders', where: 'list' },
  packingSlips: { keys: 'P', what: 'Packing slips of the selected orders', where: 'list' },
  pickList: { keys: 'L', what: 'Pick list of the selected orders', where: 'list' },
  editTogether: { keys: 'E', what: 'Edit the selected products together', where: 'list' },
  clear: { keys: 'Escape', what: 'Select nothing', where: 'list' },
  importList: { keys: 'I', what: 'Import a price list', where: 'list' },
  next: { keys: 'J', what: 'Open the next one', where: 'opened' },
  previous: { keys: 'K', what: 'Open the one before', where: 'opened' },
  correctAddress: { keys: 'A', what: 'Correct the address of the order', where: 'opened' },
  refund: { keys: 'F', what: 'Refund the order', where: 'opened' },
  reply: { keys: 'R', what: 'Write the reply', where: 'opened' },
  confirm: { keys: 'Control+Enter', what: 'Send, save or take the next step', where: 'opened' },
  confirmMore: {
    keys: 'Control+Shift+Enter',
    what: 'Send and open the next; receive and refund a return',
    where: 'opened',
  },
} as const satisfies Readonly<Record<string, StaffKey>>

export type StaffKeyName = keyof typeof STAFF_KEYS | `view${number}`

/** What a control says of its key, to the listener, to screen readers and in its tooltip. */
export interface KeyProps {
  readonly 'data-key': StaffKeyName
  readonly 'aria-keyshortcuts'?: string
  readonly 'data-tooltip'?: string
}

/** The keys of a control by the name that its `data-key` has; a view's are its number. */
export function keysOf(name: string): string | undefined {
  if (name in STAFF_KEYS) return STAFF_KEYS[name as keyof typeof STAFF_KEYS].keys
  return /^view[1-9]$/.test(name) ? name.slice(-1) : undefined
}

/** "Ctrl Enter", as a person reads it. */
export function keyWords(keys: string): string {
  return keys.replace('Control', 'Ctrl').replaceAll('+', ' ').replace('Escape', 'Esc')
}

/** A single character, which WCAG 2.1.4 lets people turn off. */
const isSingle = (keys: string) => keys.length === 1

/** @returns what a control gets that a key presses, too: no word of it while single keys are off */
export function useStaffKeys(): (name: StaffKeyName) => KeyProps {
  const [hasSingleKeys] = useStored(singleKeys)
  return useCallback(
    (name) => {
      const keys = keysOf(name)
      if (keys === undefined || (isSingle(keys) && !hasSingleKeys)) return { 'data-key': name }
      const spoken = keys.startsWith('Control') ? `${keys} ${keys.replace('Control', 'Meta')}` : keys
      // A field needs no words over it while somebody types.
      if (name === 'reply') return { 'data-key': name, 'aria-keyshortcuts': spoken }
      return { 'data-key': name, 'aria-keyshortcuts': spoken, 'data-tooltip': `Key: ${keyWords(keys)}` }
    },
    [hasSingleKeys],
  )
}
