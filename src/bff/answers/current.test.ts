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
})
