import { describe, expect, test } from 'vitest'
import { commandOf } from './shortcuts.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }
const free = { isGoing: false, isBusy: false, hasSingleKeys: true }
const press = (key: string, held: Partial<typeof plain> = {}, situation: Partial<typeof free> = {}) =>
  commandOf({ key, ...plain, ...held }, { ...free, ...situation })

describe('a key of the back office', () => {
  test('opens the palette with Ctrl or Cmd, wherever one is and whatever is turned off', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      expect(press('k', held)).toEqual({ does: 'palette' })
      expect(press('K', held, { isBusy: true, hasSingleKeys: false })).toEqual({ does: 'palette' })
    }
    expect(press('k', { ctrlKey: true, altKey: true })).toBeNull()
    expect(press('k')).toBeNull()
  })

  test('goes to a room after G, searches and helps', () => {
    expect(press('g')).toEqual({ does: 'wait' })
    expect(press('o', {}, { isGoing: true })).toEqual({ does: 'go', letter: 'o' })
    expect(press('o')).toBeNull()
    expect(press('/')).toEqual({ does: 'search' })
    expect(press('?')).toEqual({ does: 'help' })
  })

  test('does nothing while somebody types, with single keys turned off, or together with another key', () => {
    for (const key of ['g', '/', '?']) {
      expect(press(key, {}, { isBusy: true })).toBeNull()
      expect(press(key, {}, { hasSingleKeys: false })).toBeNull()
      expect(press(key, { ctrlKey: true })).toBeNull()
      expect(press(key, { altKey: true })).toBeNull()
    }
    expect(press('o', {}, { isGoing: true, isBusy: true })).toBeNull()
  })
})
