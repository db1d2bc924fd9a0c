// Comes before the page's scripts, which need a second or two on a slow phone. Until they listen, it keeps the last button
// that was pressed, the form that was sent by Enter, and the fields that were changed; lib/early-press.ts does it again once
// the page is alive. Links work by themselves.
/** @type {{ button: Element | null, changed: Set<EventTarget>, stop(): void }} */
const kept = {
  button: null,
  changed: new Set(),
  stop() {
    removeEventListener('click', keepPress, true)
    removeEventListener('keydown', keepEnter, true)
    removeEventListener('input', keepChange, true)
  },
}

/** @param {MouseEvent} event */
function keepPress({ target }) {
  if (target instanceof Element) kept.button = target.closest('button[type=button]') ?? kept.button
}

/** @param {KeyboardEvent} event */
function keepEnter(event) {
  // The Enter that ends a word of an input method sends nothing; Safari says so by its code alone (lib/composing-keys.ts).
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return
  if (!(event.target instanceof HTMLInputElement)) return
  const button = event.target.form?.querySelector('[data-sends]')
  if (!button) return
  // A form of a single field would be sent by the browser itself, to an address that takes none.
  event.preventDefault()
  kept.button = button
}

/** @param {Event} event */
function keepChange({ target }) {
  if (target !== null) kept.changed.add(target)
}

addEventListener('click', keepPress, true)
addEventListener('keydown', keepEnter, true)
addEventListener('input', keepChange, true)
globalThis.earlyPress = kept
