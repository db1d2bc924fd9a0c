import { expect, test, vi } from 'vitest'
import { focusField } from './focus-field.ts'

/** A form with one field. */
function aForm(field: object | null): HTMLFormElement {
  const namedItem = (name: string) => (name === 'amount' ? field : null)
  return { elements: { namedItem } } as unknown as HTMLFormElement
}

test('a field of a form that opens has the focus before anything else can be typed', () => {
  const field = { focus: vi.fn(), select: vi.fn() }
  focusField(aForm(field), 'amount')
  expect(field.focus).toHaveBeenCalledOnce()
  expect(field.select).not.toHaveBeenCalled()
  focusField(aForm(field), 'amount', { isSelected: true })
  expect(field.select).toHaveBeenCalledOnce()
})

test('a form without the field, or that is not there, takes no focus', () => {
  const field = { focus: vi.fn() }
  focusField(null, 'amount')
  focusField(aForm(null), 'amount')
  focusField(aForm(field), 'reason')
  // What is no field of text, such as several boxes of one name.
  focusField(aForm(field), 'amount')
  expect(field.focus).not.toHaveBeenCalled()
})
