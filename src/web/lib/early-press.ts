/** What public/early-press.js keeps. */
interface EarlyPress {
  button: Element | null
  stop(): void
}

declare global {
  // oxlint-disable-next-line no-var -- only a var is a property of the global object
  var earlyPress: EarlyPress | undefined
}

/** From now on React hears every press itself. */
export function stopKeepingPresses(): void {
  globalThis.earlyPress?.stop()
}

/** Presses the button that somebody pressed before the page was alive. */
export function pressAgain(): void {
  const kept = globalThis.earlyPress
  if (kept === undefined) return
  const { button } = kept
  kept.button = null
  if (button instanceof HTMLElement && button.isConnected) button.click()
}
