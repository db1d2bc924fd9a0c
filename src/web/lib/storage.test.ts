import { createStore } from 'jotai'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSafeStorage, storedAtom } from './storage.ts'

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
}

describe('storage of the browser', () => {
  test('works for the visit when the browser blocks it', () => {
    const storage = createSafeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    expect(storage.getItem('cart')).toBeNull()
    storage.setItem('cart', 'full')
    expect(storage.getItem('cart')).toBe('full')
    storage.removeItem('cart')
    expect(storage.getItem('cart')).toBeNull()
  })

  test('keeps for the visit what no longer fits, and the newest of it', () => {
    const full = memory()
    full.setItem('cart', 'old')
    let hasRoom = false
    const storage = createSafeStorage(() => ({
      ...full,
      getItem: full.getItem,
      removeItem: full.removeItem,
      setItem(key: string, text: string) {
        if (!hasRoom) throw new DOMException('full', 'QuotaExceededError')
        full.setItem(key, text)
      },
    }))
    storage.setItem('cart', 'new')
    expect(storage.getItem('cart')).toBe('new')
    hasRoom = true
    storage.setItem('cart', 'newer')
    expect(storage.getItem('cart')).toBe('newer')
    expect(full.getItem('cart')).toBe('newer')
  })

  test('names what it keeps, in the browser and for the visit', () => {
    const real = memory()
    real.setItem('cart', 'full')
    real.setItem('list', 'long')
    let isBlocked = false
    const storage = createSafeStorage(() => {
      if (isBlocked) throw new DOMException('blocked', 'SecurityError')
      return real
    })
    expect(storage.keys()).toEqual(['cart', 'list'])
    isBlocked = true
    storage.setItem('note', 'short')
    storage.removeItem('cart')
    expect(storage.keys()).toEqual(['note'])
    isBlocked = false
    expect(storage.keys().toSorted()).toEqual(['list', 'note'])
  })
})

describe('a stored value', () => {
  const parseCount = (stored: unknown) => (typeof stored === 'number' ? stored : null)
  let storage: Storage
  beforeEach(() => {
    storage = memory()
  })

  test.each(['{bad', 'null', '"x"', '[]', '{"items":"nope"}'])('reads %s as nothing stored', (text) => {
    storage.setItem('count', text)
    const count = storedAtom('count', 7, parseCount, storage)
    expect(createStore().get(count.atom)).toBe(7)
  })

  test('is written and read again', () => {
    const count = storedAtom('count', 0, parseCount, storage)
    const store = createStore()
    store.set(count.atom, 3)
    store.set(count.atom, (before) => before + 1)
    expect(store.get(count.atom)).toBe(4)
    expect(storage.getItem('count')).toBe('4')
    expect(createStore().get(storedAtom('count', 0, parseCount, storage).atom)).toBe(4)
  })

  test('stays the same object until it changes, so that nothing is rendered in vain', () => {
    storage.setItem('list', '[1]')
    const list = storedAtom<number[]>('list', [], (stored) => stored as number[], storage)
    const store = createStore()
    expect(store.get(list.atom)).toBe(store.get(list.atom))
  })

  test('changes from what is stored now, also when another tab has written it', () => {
    const count = storedAtom('count', 0, parseCount, storage)
    const store = createStore()
    store.set(count.atom, 1)
    storage.setItem('count', '10')
    store.set(count.atom, (before) => before + 1)
    expect(store.get(count.atom)).toBe(11)
  })
})
