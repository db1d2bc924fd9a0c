import { afterEach, describe, expect, it, vi } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { CatalogIndex } from './catalog-index.ts'
import { ScoredSets } from './scored-sets.ts'
import { bytesOf } from './testing/bytes-of.ts'

const PRODUCTS = 64
const FIRST = { search: 'x', limit: 24, offset: 0 }

function anIndex(features: readonly string[] = []): CatalogIndex {
  const index = new CatalogIndex()
  for (let id = 1; id <= PRODUCTS; id++) index.fill(aProduct({ id, name: `Quill Xerographic ${id}`, features }))
  index.finish()
  return index
}

const made = vi.spyOn(ScoredSets, 'of')
afterEach(() => made.mockClear())

describe('the letters with which frequent words begin', () => {
  it('are not looked for again once they are prepared', () => {
    const index = anIndex()
    const pieces = [...index.prepare()]
    expect(pieces.length).toBeGreaterThan(2)
    made.mockClear()
    expect(index.list({ search: 'x', limit: 1, offset: 0 }).total).toBe(PRODUCTS)
    expect(index.list({ search: 'q x', limit: 1, offset: 0 }).total).toBe(PRODUCTS)
    expect(made).not.toHaveBeenCalled()
  })

  it('are prepared until the words of a product change, and no further when they change meanwhile', () => {
    const index = anIndex()
    expect(index.isPrepared).toBe(false)
    for (const _ of index.prepare());
    expect(index.isPrepared).toBe(true)
    const sold = aProduct({ id: 1, name: 'Quill Xerographic 1', stockQuantity: 3 })
    index.update([1], [sold])
    expect(index.isPrepared).toBe(true)
    index.update([1], [{ ...sold, name: 'Zither' }])
    expect(index.isPrepared).toBe(false)

    let pieces = 0
    for (const _ of index.prepare()) {
      expect(index.isPrepared).toBe(false)
      if (++pieces === 2) index.update([1], [sold])
    }
    expect(pieces).toBe(2)
    expect(index.isPrepared).toBe(false)
    expect(index.list({ search: 'x', limit: 1, offset: 0 }).total).toBe(PRODUCTS)
  })

  it('are not those of before when a letter is not frequent any more', () => {
    const index = new CatalogIndex()
    const search = { ...FIRST, search: 'zebra x' }
    const zebra = aProduct({ id: 1, name: 'Zebra', features: Array.from({ length: 40 }, (_, i) => `x${i}`) })
    const quill = (id: number) => aProduct({ id, name: 'Quill' })
    index.update([], [zebra, ...Array.from({ length: 30 }, (_, i) => quill(i + 2))])
    for (const _ of index.prepare());
    expect(index.listForStaff(search)).toEqual({ ids: [1], total: 1 })
    index.update([], [{ ...zebra, features: [] }, ...Array.from({ length: 6000 }, (_, i) => quill(i + 100))])
    for (const _ of index.prepare());
    expect(index.listForStaff(search)).toEqual({ ids: [], total: 0 })
  })

  it('take no more than 64 bytes per product, however many letters there are', () => {
    const letters = Array.from({ length: 300 }, (_, i) => String.fromCharCode(0x4e00 + i).repeat(2))
    const index = anIndex(letters)
    for (const _ of index.prepare());
    expect(index.isPrepared).toBe(true)
    // Each letter has so few words here that its sets are made in one piece. The last ones are not kept any more.
    const kept = made.mock.results.map(({ value }) => (value as ScoredSets).bytes)
    expect(kept.slice(0, -1).reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(64 * PRODUCTS)
    expect(kept.length).toBeLessThan(letters.length)
    expect(index.list({ search: letters.at(-1), limit: 1, offset: 0 }).total).toBe(PRODUCTS)
  })

  it('are found in pieces of which none takes long', () => {
    const index = new CatalogIndex()
    const wordsOf = (id: number) => Array.from({ length: 40 }, (_, i) => `x${id}y${i}`)
    for (let id = 1; id <= 3000; id++) index.fill(aProduct({ id, name: `Quill ${id}`, features: wordsOf(id) }))
    index.finish()
    for (const _ of index.prepare());
    const [ofX, whole] = [made.mock.calls.filter(([{ key }]) => key === 'x'), index.list(FIRST)]
    expect(ofX.length).toBeGreaterThan(2)
    expect(Math.max(...ofX.map(([{ from, to }]) => to - from))).toBeLessThanOrEqual(10_000)
    const anew = CatalogIndex.load(bytesOf(Buffer.concat([...index.save()])))
    expect(whole).toEqual(anew?.list(FIRST))
  })
})
