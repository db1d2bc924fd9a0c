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

/** How to change a field again that is other than the server rendered it. */
function changeOf(field: EventTarget): (() => void) | null {
  if (field instanceof HTMLSelectElement) return choiceOf(field)
  if (field instanceof HTMLTextAreaElement) return textOf(field)
  if (!(field instanceof HTMLInputElement) || field.type === 'file') return null
  return field.type === 'checkbox' || field.type === 'radio' ? tickOf(field) : textOf(field)
}

function choiceOf(list: HTMLSelectElement): (() => void) | null {
  const { value } = list
  if (list.selectedOptions[0]?.defaultSelected !== false) return null
  return () => {
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function tickOf(box: HTMLInputElement): (() => void) | null {
  const { checked, defaultChecked } = box
  // Of the choices of a group, the one that is chosen now says all.
  if (checked === defaultChecked || (box.type === 'radio' && !checked)) return null
  return () => {
    box.checked = !checked
    box.click()
  }
}

function textOf(field: HTMLInputElement | HTMLTextAreaElement): (() => void) | null {
  const { value, defaultValue } = field
  // The fields of a form that is sent by the page are read when it is sent (`isPrerendered`).
  if (value === defaultValue || field.form?.querySelector('[data-sends]')) return null
  return () => {
    // What was typed since then counts.
    const typed = field.value === defaultValue ? value : field.value
    // React notes what is set by the field's own property, and hears of an input only if the value is another one.
    field.value = defaultValue
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
