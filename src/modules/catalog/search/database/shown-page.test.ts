import { describe, expect, it } from 'vitest'
import type { Product } from '../../domain/product.ts'
import { toDocument } from '../../persistence/product-mapping.ts'
import { aProduct, plainEncoder } from '../../testing/product-builder.ts'
import { SORTS } from './filters.ts'
import { readShown } from './shown-page.ts'

const NOW = { changedAt: new Date(), changedIn: 1 }

/** The ids that a page shows whose products are these by the time that they are read. */
async function shown(
  found: { readonly ids: readonly number[]; readonly sort: keyof typeof SORTS | null },
  stored: readonly Partial<Product>[],
): Promise<readonly number[]> {
  const documents = stored.map((fields, at) => toDocument(aProduct({ id: at + 1, ...fields }), NOW))
  const queries = {
    async listWhole(ids: readonly number[], conditions: readonly object[]) {
      const isInStockOnly = JSON.stringify(conditions) === '[{"inStock":true}]'
      return documents
        .filter(({ _id, inStock }) => ids.includes(_id) && (inStock || !isInStockOnly))
        .toSorted((one, other) => one._id - other._id)
    },
  }
  const sort = found.sort === null ? null : SORTS[found.sort]
  const texts = await readShown(queries, { ids: found.ids, conditions: [{ inStock: true }], sort }, plainEncoder)
  return texts.map(({ json }) => (JSON.parse(json.toString()) as Product).id)
}

describe('a page of a list in the database', () => {
  it('shows its products in the order in which they were found', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => 60 - at)
    const stored = ids.toReversed().map((id) => ({ priceCents: 1000 - id }))
    expect(await shown({ ids, sort: 'price-low' }, stored)).toEqual(ids)
    expect(await shown({ ids: [2, 3, 1], sort: null }, [{}, {}, {}])).toEqual([2, 3, 1])
  })

  it('leaves out what has left the list since it was found', async () => {
    expect(await shown({ ids: [1, 2, 3, 9], sort: 'featured' }, [{}, { inStock: false }, {}])).toEqual([1, 3])
  })

  it.each<[keyof typeof SORTS, readonly Partial<Product>[]]>([
    ['price-low', [{ priceCents: 900 }, { priceCents: 500 }]],
    ['price-high', [{ priceCents: 500 }, { priceCents: 900 }]],
    ['rating', [{ rating: 3 }, { rating: 4.5 }]],
    ['name', [{ name: 'Écran' }, { name: 'apex' }]],
    ['featured', [{ isFeatured: false }, { isFeatured: true }]],
    ['featured', [{}, { tags: ['bestseller'] }]],
    ['page-cost', [{}, { costPerPage: { blackMills: 30, colorMills: null } }]],
  ])('is in order by what it shows, also when that has changed since: %s', async (sort, stored) => {
    expect(await shown({ ids: [1, 2], sort }, stored)).toEqual([2, 1])
  })
})
