import { describe, expect, it } from 'vitest'
import { withItsUndo } from './shown-changes.ts'
import { NOTHING_UNDONE } from './undo-result.ts'

describe('what a price list or a bulk edit made of a product', () => {
  const at = new Date('2026-11-20T08:00:00Z')
  const finishedAt = new Date('2026-11-21T08:00:00Z')
  const made = { fileName: 'prices.csv', at, changes: [{ field: 'price', before: '9.00', after: '10.00' }] }
  const entry = { ...made, isUndo: false }
  const undone = { state: 'undone', undo: NOTHING_UNDONE, finishedAt }
  const product = { productId: 7, isKept: false }

  it('stands in its history below what the undo did, which put the old values back', () => {
    expect(withItsUndo(made, undone, product)).toEqual([
      { ...made, at: finishedAt, isUndo: true, changes: [{ field: 'price', before: '10.00', after: '9.00' }] },
      entry,
    ])
  })

  it('stands there alone where nothing is undone, or where the undo has left the product as it was', () => {
    for (const state of ['finished', 'cancelled', 'undoing'])
      expect(withItsUndo(made, { ...undone, state }, product)).toEqual([entry])
    expect(withItsUndo(made, undone, { ...product, isKept: true })).toEqual([entry])
    const undo = { ...NOTHING_UNDONE, keptCount: 1, kept: [{ productId: 7, name: 'Toner' }] }
    expect(withItsUndo(made, { ...undone, undo }, product)).toEqual([entry])
  })
})
