import { describe, expect, test } from 'vitest'
import { commandOf, typedWith, type KeyPress, type KeySituation } from './shortcuts.ts'

const plain: Omit<KeyPress, 'key'> = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const free: KeySituation = {
  isGoing: false,
  isTyping: false,
  isSearching: false,
  hasDialog: false,
  hasSingleKeys: true,
}
const press = (key: string, held: Partial<KeyPress> = {}, situation: Partial<KeySituation> = {}) =>
  commandOf({ key, ...plain, ...held }, { ...free, ...situation })

describe('a key of the back office', () => {
  test('opens the palette with Ctrl or Cmd, wherever one is and whatever is turned off', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(press('k', held)).toEqual({ does: 'palette' })
      expect(press('K', held, { isTyping: true, hasSingleKeys: false })).toEqual({ does: 'palette' })
    }
    expect(press('k', { ctrlKey: true, altKey: true })).toBeNull()
  })

  test('goes to a room after G, searches and helps', () => {
    expect(press('g')).toEqual({ does: 'wait' })
    expect(press('o', {}, { isGoing: true })).toEqual({ does: 'go', letter: 'o' })
    expect(press('j', {}, { isGoing: true })).toEqual({ does: 'go', letter: 'j' })
    expect(press('/')).toEqual({ does: 'search' })
    expect(press('?', { shiftKey: true })).toEqual({ does: 'help' })
  })

  test('goes from row to row and selects, with Shift all between', () => {
    expect(press('j')).toEqual({ does: 'row', step: 1, isExtending: false })
    expect(press('K', { shiftKey: true })).toEqual({ does: 'row', step: -1, isExtending: true })
    expect(press('x')).toEqual({ does: 'select', isRange: false })
    expect(press('X', { shiftKey: true })).toEqual({ does: 'select', isRange: true })
  })

  test('goes down from the search to what it found, with single keys turned off, too', () => {
    const searching = { isTyping: true, isSearching: true, hasSingleKeys: false }
    expect(press('ArrowDown', {}, searching)).toEqual({ does: 'row', step: 1, isExtending: false })
    expect(press('ArrowDown', {}, { ...searching, hasDialog: true })).toBeNull()
    expect(press('ArrowDown', {}, { isTyping: true })).toBeNull()
    expect(press('ArrowDown')).toBeNull()
  })

  test('presses the control that has it, in a dialog, too', () => {
    expect(press('s')).toEqual({ does: 'press', keys: 'S' })
    expect(press('4')).toEqual({ does: 'press', keys: '4' })
    expect(press('S', { shiftKey: true })).toBeNull()
    for (const key of ['a', 'j', 'k']) expect(press(key, {}, { hasDialog: true })?.does).toBe('press')
    for (const key of ['/', '?']) expect(press(key, {}, { hasDialog: true })).toBeNull()
  })

  test('confirms with Ctrl or Cmd and Enter also while somebody types and with single keys turned off', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      const situation = { isTyping: true, hasDialog: true, hasSingleKeys: false }
      expect(press('Enter', held, situation)).toEqual({ does: 'press', keys: 'Control+Enter' })
      expect(press('Enter', { ...held, shiftKey: true }, situation)).toEqual({
        does: 'press',
        keys: 'Control+Shift+Enter',
      })
    }
    expect(press('Enter')).toBeNull()
  })

  test('gives a selection up with Escape, which belongs to a dialog and to a field first', () => {
    expect(press('Escape', {}, { hasSingleKeys: false })).toEqual({ does: 'press', keys: 'Escape' })
    expect(press('Escape', {}, { hasDialog: true })).toBeNull()
    expect(press('Escape', {}, { isTyping: true })).toBeNull()
  })

  test('does nothing while somebody types, with single keys turned off, or together with another key', () => {
    for (const key of ['g', '/', '?', 'j', 'x', 's', 'a', '4']) {
      expect(press(key, {}, { isTyping: true })).toBeNull()
      expect(press(key, {}, { isTyping: true, hasDialog: true })).toBeNull()
      expect(press(key, {}, { hasSingleKeys: false })).toBeNull()
      expect(press(key, { ctrlKey: true })).toBeNull()
      expect(press(key, { altKey: true })).toBeNull()
    }
    expect(press('o', {}, { isGoing: true, isTyping: true })).toBeNull()
  })
})

test('what is typed for a field that is not there yet is kept, and other keys are not', () => {
  const type = (keys: readonly string[]) =>
    keys.reduce<string | null>((text, key) => typedWith({ key, ...plain }, text ?? ''), '')
  expect(type(['H', 'P', ' ', 'x', 'Backspace', '9'])).toBe('HP 9')
  expect(type(['Backspace'])).toBe('')
  for (const key of ['Escape', 'Enter', 'ArrowDown', 'Shift', 'Tab']) expect(type([key])).toBeNull()
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(typedWith({ key: 'k', ...plain, ...held }, 'a')).toBeNull()
})
