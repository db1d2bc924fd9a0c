/** What public/early-press.js keeps. */
interface EarlyPress {
  button: Element | null
  readonly changed: ReadonlySet<EventTarget>
  stop(): void
}

declare global {
  // oxlint-disable-next-line no-var -- only a var is a property of the global object
  var earlyPress: EarlyPress | undefined
}

/** What was changed before the page was alive, in order: read before React sets it to what it knows. */
let changes: readonly (() => void)[] = []

/** From now on React hears every press itself. */
export function stopKeepingPresses(): void {
  const kept = globalThis.earlyPress
  kept?.stop()
  changes = [...(kept?.changed ?? [])].flatMap((control) => changeOf(control) ?? [])
}

/** Does again what somebody did before the page was alive: what was changed, and the button that was pressed last. */
export function pressAgain(): void {
  for (const change of changes) change()
  changes = []
  const kept = globalThis.earlyPress
  if (kept === undefined) return
  const { button } = kept
  kept.button = null
  if (!(button instanceof HTMLElement && button.isConnected)) return
  // Tabs open when the button goes down.
  button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  button.click()
}

/** How to change a box or a list again that is other than the server drew it; nothing for what keeps what was typed. */
function changeOf(control: EventTarget): (() => void) | null {
  if (control instanceof HTMLSelectElement) {
    const { value } = control
    if (control.selectedOptions[0]?.defaultSelected !== false) return null
    return () => {
      control.value = value
      control.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  const isBox = control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')
  if (!isBox || control.checked === control.defaultChecked) return null
  const { checked } = control
  if (control.type === 'radio' && !checked) return null
  return () => {
    control.checked = !checked
    control.click()
  }
}
