/**
 * Gives the focus to a field of a form that opens, at once: `setFocus` of the library is a moment late, in which somebody
 * may be typing into another field by now, and would go on in this one.
 */
export function focusField(form: HTMLFormElement | null, name: string, { isSelected = false } = {}): void {
  const field = form?.elements.namedItem(name)
  if (field === null || field === undefined || !('select' in field)) return
  const input = field as HTMLInputElement
  input.focus()
  if (isSelected) input.select()
}
