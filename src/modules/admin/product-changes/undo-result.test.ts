import { describe, expect, it } from 'vitest'
import { isNamedAsKept, NOTHING_UNDONE, undoResultOf, withReverted, withTakenBack } from './undo-result.ts'

const kept = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ productId: from + index, name: `Product ${from + index}` }))
const change = { changes: [], mark: '', madeBy: 'some', madeAt: new Date(0) }

describe('the result of an undo', () => {
  it('counts all products that are kept and names a hundred of them', () => {
    let result = withReverted(NOTHING_UNDONE, { removed: 1, restored: 2, kept: kept(1, 70) })
    result = withReverted(result, { removed: 3, restored: 4, kept: kept(71, 200) })
    expect(result).toEqual({ removed: 4, restored: 6, keptCount: 270, kept: kept(1, 100) })
  })

  it('counts what is taken back later as removed or restored, named or not', () => {
    const before = withReverted(NOTHING_UNDONE, { removed: 0, restored: 0, kept: kept(1, 150) })
    const result = withTakenBack(before, [
      { ...change, productId: 1, outcome: 'updated' },
      { ...change, productId: 2, outcome: 'created' },
      { ...change, productId: 140, outcome: 'updated' },
    ])
    expect(result).toEqual({ removed: 1, restored: 2, keptCount: 147, kept: kept(3, 98) })
  })

  it('of an earlier version, which named all and counted none, is read the same', () => {
    expect(undoResultOf({ restored: 3, kept: kept(1, 120) })).toEqual({
      removed: 0,
      restored: 3,
      keptCount: 120,
      kept: kept(1, 100),
    })
  })

  it('tells by their names which products an earlier version has kept', () => {
    const result = undoResultOf({ restored: 0, kept: kept(5, 1) })
    expect([5, 6].map((productId) => isNamedAsKept(result, productId))).toEqual([true, false])
    expect(isNamedAsKept(null, 5)).toBe(false)
  })
})
