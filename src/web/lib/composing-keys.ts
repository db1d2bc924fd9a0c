/** In place of a key's own code while a word is composed, also in Safari, where the key that ends it says nothing else. */
const COMPOSING_CODE = 229

/**
 * Leaves the keys to the input method while it composes a word (Chinese, Japanese, Korean, accents): its arrows choose
 * among its words, and its Enter and Escape close no dialog and send nothing. No other listener of the page hears them.
 * @param page where keys arrive before anybody else hears them
 */
export function leaveKeysToInputMethods(page: EventTarget = window): void {
  page.addEventListener(
    'keydown',
    (event) => {
      const { isComposing, keyCode } = event as KeyboardEvent
      if (isComposing || keyCode === COMPOSING_CODE) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
