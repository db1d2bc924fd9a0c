import { keysOf, STAFF_KEYS } from '../../lib/staff-keys.ts'

const DIALOG = '[role=dialog], dialog[open]'

/** What is open over everything else, or else the room. What opens later stands later in the page. */
function front(): ParentNode {
  return [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1) ?? document.querySelector('main') ?? document
}

/** The controls that keys press and that can be pressed now, in their order. */
function keyedControls(root: ParentNode): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-key]')].filter(isPressable)
}

/**
 * Presses the control in front that has these keys. Ctrl+Enter sends the form that one is in, or the one that a dialog
 * consists of.
 * @returns whether there was anything to press
 */
export function pressKeyed(keys: string): boolean {
  const root = front()
  const form = keys === 'Control+Enter' ? document.activeElement?.closest('form') : null
  const control =
    submitOf(form ?? null) ??
    keyedControls(root).find((each) => keysOf(each.dataset.key ?? '') === keys) ??
    (keys === 'Control+Enter' && root !== document.querySelector('main') ? submitOf(root) : undefined)
  if (control === undefined) return false
  if (control instanceof HTMLTextAreaElement) control.focus()
  else control.click()
  return true
}

/** What can be done with the list of the room and what is selected in it, for the palette. */
export function keyedActions(): readonly { readonly keys: string; readonly what: string; press(): void }[] {
  const room = document.querySelector('main')
  return (room === null ? [] : keyedControls(room)).flatMap((control) => {
    const entry = Object.entries(STAFF_KEYS).find(([name]) => name === control.dataset.key)
    // The palette offers the import from everywhere.
    if (entry === undefined || entry[0] === 'importList') return []
    const [, { keys, what }] = entry
    return [{ keys, what, press: () => control.click() }]
  })
}

/** The only button in it that sends something. */
function submitOf(root: ParentNode | null): HTMLElement | undefined {
  const buttons = [...(root?.querySelectorAll<HTMLElement>('button[type=submit]') ?? [])].filter(isPressable)
  return buttons.length === 1 ? buttons[0] : undefined
}

function isPressable(control: HTMLElement): boolean {
  return !control.matches(':disabled, [aria-disabled=true]') && control.checkVisibility()
}
