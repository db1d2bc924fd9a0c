import { describe, expect, it } from 'vitest'
import { standingNotes, type NoteBefore, type UndoneLists } from './standing-notes.ts'

const lists = (notes: Readonly<Record<string, Readonly<Record<number, NoteBefore>>>>): UndoneLists =>
  new Map(
    Object.entries(notes).map(([list, those]) => [
      list,
      new Map(Object.entries(those).map(([productId, note]) => [Number(productId), note])),
    ]),
  )
const onList = (importId: string): NoteBefore => ({ importId, leftWith: null })

describe('what was noted before a list', () => {
  it('is what stands when lists in between were undone, in one note where it is the same', () => {
    const earlier = [
      { productIds: [1, 2], ...onList('monday') },
      { productIds: [3], ...onList('tuesday') },
      { productIds: [4], ...onList('sunday') },
    ]
    const undone = lists({ monday: { 1: onList('sunday') }, tuesday: { 3: onList('monday') } })
    expect(standingNotes(earlier, undone)).toEqual({
      notes: [{ productIds: [1, 4], ...onList('sunday') }],
      ofUndone: [
        { productIds: [2], ...onList('monday') },
        { productIds: [3], ...onList('tuesday') },
      ],
    })
  })

  it('keeps that a product has left with a list that stands', () => {
    const earlier = [{ productIds: [1, 2], importId: 'monday', leftWith: 'tuesday' }]
    const before = { 1: onList('sunday'), 2: onList('sunday') }
    expect(standingNotes(earlier, lists({ monday: before })).notes).toEqual([
      { productIds: [1, 2], importId: 'sunday', leftWith: 'tuesday' },
    ])
    expect(standingNotes(earlier, lists({ monday: before, tuesday: {} })).notes).toEqual([
      { productIds: [1, 2], ...onList('sunday') },
    ])
  })

  it('knows the EAN of the last list that stands and named one', () => {
    const named = (gtinBy: string | null, gtin?: string | null) => ({
      ...onList('sunday'),
      gtinBy,
      ...(gtin !== undefined && { gtin }),
    })
    const undone = lists({
      monday: { 1: named('sunday', '111'), 2: named(null, null) },
      tuesday: { 1: named('monday') },
    })
    const of = (productId: number, note: NoteBefore) =>
      standingNotes([{ productIds: [productId], ...note }], undone).notes
    expect(of(1, named('tuesday', '222'))).toMatchObject([{ gtin: '111', gtinBy: 'sunday' }])
    expect(of(2, named('monday', '333'))).toMatchObject([{ gtin: null, gtinBy: null }])
    expect(of(3, onList('sunday'))).toEqual([{ productIds: [3], ...onList('sunday') }])
  })

  it('is nothing where two lists, read at the same time, each came before the other', () => {
    const undone = lists({
      monday: { 1: { ...onList('tuesday'), gtinBy: 'tuesday' } },
      tuesday: { 1: { ...onList('monday'), gtinBy: 'monday' } },
    })
    const note = { productIds: [1], ...onList('monday'), gtinBy: 'monday' }
    expect(standingNotes([note], undone)).toEqual({ notes: [], ofUndone: [note] })
    const { notes } = standingNotes([{ ...note, importId: 'sunday' }], undone)
    expect(notes).toMatchObject([{ gtin: null, gtinBy: null }])
  })
})
