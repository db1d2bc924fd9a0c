import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitRows } from './bit-rows.ts'
import { Bitmap } from './bitmap.ts'

const slots = fc.uniqueArray(fc.oneof(fc.nat(70), fc.nat(300), fc.nat(200_000)))

function bitmapOf(members: readonly number[]): Bitmap {
  const bitmap = new Bitmap()
  for (const slot of members) bitmap.add(slot)
  return bitmap
}

describe('rows of bits', () => {
  it('share with a set what the sets share of which they are the last copy', () => {
    const rows = new BitRows()
    fc.assert(
      fc.property(fc.array(slots, { maxLength: 5 }), slots, (sets, members) => {
        const [bitmaps, set] = [sets.map(bitmapOf), bitmapOf(members)]
        rows.copy(bitmaps)
        const shared = bitmaps.map((bitmap) => bitmap.countShared(set))
        expect([...rows.countShared(set)]).toEqual(shared)
        const counts = new Uint32Array(sets.length).fill(77)
        rows.countShared(set, [...sets.keys()].slice(1), counts)
        expect([...counts]).toEqual(sets.map((_, row) => (row === 0 ? 77 : shared[row])))
        const found = new Uint32Array(sets.length).fill(77)
        rows.findShared(set, [...sets.keys()].slice(1), found)
        expect([...found]).toEqual(shared.map((count, row) => (row === 0 ? 77 : Math.min(count, 1))))
      }),
    )
  })

  it('are united, also after single slots were put in and taken out', () => {
    const rows = new BitRows()
    fc.assert(
      fc.property(fc.array(slots, { minLength: 1, maxLength: 5 }), slots, fc.nat(200_000), (sets, others, slot) => {
        const bitmaps = sets.map(bitmapOf)
        rows.copy(bitmaps)
        const every = [...sets.keys()]
        for (const [i, isMember] of [true, false].entries()) {
          const row = i % sets.length
          if (!rows.put(row, slot, isMember)) continue
          bitmaps[row]?.put(slot, isMember)
          const [united, expected] = [bitmapOf(others), new Bitmap()]
          united.becomeCopyOf(rows.united(every))
          for (const bitmap of bitmaps) expected.addAll(bitmap)
          expect([united.count(), united.countShared(expected)]).toEqual([expected.count(), expected.count()])
          expect([...rows.countShared(expected)]).toEqual(bitmaps.map((bitmap) => bitmap.count()))
        }
        const none = bitmapOf(others)
        none.becomeCopyOf(rows.united([]))
        expect(none.isEmpty()).toBe(true)
      }),
    )
  })

  it('stay as they were copied until they are copied again', () => {
    const [one, all, rows] = [bitmapOf([5]), bitmapOf([5, 6, 7]), new BitRows()]
    rows.copy([one, new Bitmap()])
    one.add(6)
    expect([...rows.countShared(all)]).toEqual([1, 0])
    rows.copy([one])
    expect([...rows.countShared(all)]).toEqual([2])
  })
})
