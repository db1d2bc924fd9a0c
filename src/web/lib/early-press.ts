/** What public/early-press.js keeps. */
interface EarlyPress {
  readonly button: Element | null
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
  const button = globalThis.earlyPress?.button
  globalThis.earlyPress = undefined
  if (button instanceof HTMLElement && button.isConnected) button.click()
}
