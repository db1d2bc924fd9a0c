/**
 * Whether the control that had the focus is gone or was disabled. Where nothing else takes the focus then, the page has
 * it, and in a dialog the dialog itself.
 */
export function isFocusLost(): boolean {
  const { activeElement: focused, body } = document
  return focused === null || focused === body || focused.matches('[role=dialog], :disabled')
}
