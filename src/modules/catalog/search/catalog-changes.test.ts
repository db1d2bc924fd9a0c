import { describe, expect, it } from 'vitest'
import { ChangeCounts } from './catalog-changes.ts'

describe('counting changes', () => {
  it('tells a change of one product from those of others, and a shown one from a hidden one', () => {
    const changes = new ChangeCounts()
    const before = [changes.versionOf(1), changes.shownVersionOf(1), changes.versionOf(2), changes.arrangement]
    changes.countProduct(1, { isShown: false })
    expect(changes.versionOf(1)).toBeGreaterThan(before[0] ?? NaN)
    expect([changes.shownVersionOf(1), changes.versionOf(2), changes.arrangement]).toEqual(before.slice(1))
    changes.countProduct(1, { isShown: true })
    expect(changes.shownVersionOf(1)).toBeGreaterThan(before[1] ?? NaN)
  })

  it('counts every product when it no longer knows which ones changed', () => {
    const changes = new ChangeCounts()
    changes.countProduct(1, { isShown: true })
    const before = [changes.versionOf(1), changes.shownVersionOf(1), changes.versionOf(2), changes.arrangement]
    changes.countAll()
    const after = [changes.versionOf(1), changes.shownVersionOf(1), changes.versionOf(2), changes.arrangement]
    for (const [i, version] of after.entries()) expect(version).toBeGreaterThan(before[i] ?? NaN)
  })

  it('never takes a version back, however many products change', () => {
    const changes = new ChangeCounts()
    changes.countProduct(1, { isShown: true })
    const before = [changes.versionOf(1), changes.shownVersionOf(1)]
    for (let id = 2; id < 120_000; id++) changes.countProduct(id, { isShown: false })
    expect(changes.versionOf(1)).toBeGreaterThan(before[0] ?? NaN)
    expect(changes.shownVersionOf(1)).toBeGreaterThan(before[1] ?? NaN)
  })
})
