// Comes before the page's scripts, which need a second or two on a slow phone. Until they listen, it keeps the last button
// that was pressed, the form that was sent by Enter and the boxes and lists that were changed; lib/early-press.ts does it
// again once the page is alive. Links and what is typed stay by themselves.
/** @type {{ button: Element | null, changed: Set<EventTarget>, stop(): void }} */
const kept = {
  button: null,
  changed: new Set(),
  stop() {
    removeEventListener('click', keepPress, true)
    removeEventListener('keydown', keepEnter, true)
    removeEventListener('change', keepChange, true)
  },
}

/** @param {MouseEvent} event */
function keepPress({ target }) {
  if (target instanceof Element) kept.button = target.closest('button[type=button]') ?? kept.button
}

/** @param {KeyboardEvent} event */
function keepEnter({ key, target }) {
  if (key === 'Enter' && target instanceof HTMLInputElement)
    kept.button = target.form?.querySelector('[data-sends]') ?? kept.button
}

/** @param {Event} event */
function keepChange({ target }) {
  if (target !== null) kept.changed.add(target)
}

addEventListener('click', keepPress, true)
addEventListener('keydown', keepEnter, true)
addEventListener('change', keepChange, true)
globalThis.earlyPress = kept
