import { describe, expect, it } from 'vitest'
import { watchArrangement, watchProducts } from './current.ts'

describe('an answer', () => {
  it('is current until products may have moved', () => {
    const changes = { arrangement: 7 }
    const isCurrent = watchArrangement(changes)
    expect(isCurrent()).toBe(true)
    changes.arrangement += 1
    expect(isCurrent()).toBe(false)
    expect(watchArrangement(changes)()).toBe(true)
  })

  it('is current until one of its products changes, whatever others do', () => {
    const versions = new Map([[1, 3]])
    const changes = { latest: 5 }
    const isCurrent = watchProducts([1, 2], (id) => versions.get(id) ?? 0, changes)
    versions.set(3, ++changes.latest)
    expect(isCurrent()).toBe(true)
    versions.set(2, ++changes.latest)
    expect(isCurrent()).toBe(false)
  })

  it('asks each of its products once after a change, not at every look', () => {
    const changes = { latest: 5 }
    let asked = 0
    const isCurrent = watchProducts([1, 2], () => (asked++, 5), changes)
    for (const change of [0, 1, 0, 0, 1, 0]) {
      changes.latest += change
      expect(isCurrent()).toBe(true)
    }
    expect(asked).toBe(4)
  })

  it('stays out of date, whatever changes after it', () => {
    const versions = new Map([[1, 3]])
    const changes = { latest: 5 }
    const isCurrent = watchProducts([1], (id) => versions.get(id) ?? 0, changes)
    versions.set(1, ++changes.latest)
    expect(isCurrent()).toBe(false)
    versions.set(2, ++changes.latest)
    expect([isCurrent(), isCurrent()]).toEqual([false, false])
  })
})
