import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bitmap } from './bitmap.ts'

const slots = fc.uniqueArray(fc.integer({ min: 0, max: 2_000 }), { maxLength: 300 })

function bitmapOf(members: readonly number[]): Bitmap {
  const bitmap = new Bitmap()
  bitmap.addEach(Uint32Array.from(members))
  return bitmap
}

function membersOf(bitmap: Bitmap): number[] {
  const members = new Uint32Array(bitmap.count())
  bitmap.writeTo(members)
  return [...members]
}

const ascending = (members: Iterable<number>) => [...members].toSorted((a, b) => a - b)

describe('sets of slots', () => {
  it('have what was added, and as many members as they say', () => {
    fc.assert(
      fc.property(slots, (members) => {
        const bitmap = bitmapOf(members)
        expect(membersOf(bitmap)).toEqual(ascending(members))
        expect(bitmap.count()).toBe(members.length)
      }),
    )
  })

  it('take in all members of any number of other sets, whatever their sizes', () => {
    fc.assert(
      fc.property(slots, fc.array(slots, { maxLength: 5 }), (own, others) => {
        const bitmap = bitmapOf(own)
        for (const other of others) bitmap.addAll(bitmapOf(other))
        expect(membersOf(bitmap)).toEqual(ascending(new Set([...own, ...others.flat()])))
      }),
    )
  })

  it('keep what they share with several others, whatever their sizes', () => {
    fc.assert(
      fc.property(slots, fc.array(slots, { maxLength: 3 }), (first, others) => {
        const bitmap = bitmapOf([0, 999])
        bitmap.becomeIntersectionOf([bitmapOf(first), ...others.map(bitmapOf)])
        const shared = first.filter((slot) => others.every((other) => other.includes(slot)))
        expect(membersOf(bitmap)).toEqual(ascending(shared))
      }),
    )
  })

  it('lose all members of another set, whatever their sizes', () => {
    fc.assert(
      fc.property(slots, slots, (own, other) => {
        const bitmap = bitmapOf(own)
        bitmap.removeAll(bitmapOf(other))
        expect(membersOf(bitmap)).toEqual(ascending(own.filter((slot) => !other.includes(slot))))
      }),
    )
  })

  it('work with a million slots after a few', () => {
    const even = bitmapOf(Array.from({ length: 500_000 }, (_, i) => 2 * i))
    const thirds = bitmapOf(Array.from({ length: 333_334 }, (_, i) => 3 * i))
    expect(even.countShared(bitmapOf([1, 2, 3]))).toBe(1)
    expect([thirds, even].map((each) => even.countShared(each))).toEqual([166_667, 500_000])
    thirds.addAll(even)
    expect(thirds.count()).toBe(500_000 + 333_334 - 166_667)
  })

  it('count their members among some slots', () => {
    fc.assert(
      fc.property(slots, slots, (members, order) => {
        const counted = order.slice(1).filter((slot) => members.includes(slot)).length
        expect(bitmapOf(members).countAmong(Uint32Array.from(order), Math.min(1, order.length), order.length)).toBe(
          counted,
        )
      }),
    )
  })

  it('count the members that they share', () => {
    fc.assert(
      fc.property(slots, slots, (some, others) => {
        const shared = some.filter((slot) => others.includes(slot)).length
        expect(bitmapOf(some).countShared(bitmapOf(others))).toBe(shared)
      }),
    )
  })
})
