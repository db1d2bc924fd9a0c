// Comes before the page's scripts, which need a second or two on a slow phone. Until they listen, it keeps the last button
// that was pressed; they press it again once the page is alive (lib/early-press.ts). Links and forms work by themselves.
/** @type {{ button: Element | null, stop(): void }} */
const kept = { button: null, stop: () => removeEventListener('click', keep, true) }

/** @param {MouseEvent} event */
function keep({ target }) {
  if (target instanceof Element) kept.button = target.closest('button[type=button]') ?? kept.button
}

addEventListener('click', keep, true)
globalThis.earlyPress = kept
