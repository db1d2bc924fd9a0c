import { describe, expect, it } from 'vitest'
import { distributorLists, type ExpectedProduct } from '../testing/distributor-lists.ts'
import { importOf } from '../testing/read-list.ts'

describe('A list of a distributor that the shop has never seen', () => {
  it.each(distributorLists().map((list) => [list.title, list] as const))(
    '%s: no row is wrong or lost',
    async (_title, list) => {
      const read = await importOf(list, { categories: list.categories ?? {} })
      const products = read.products.map((each): ExpectedProduct => [
        each.sku,
        each.name,
        each.brand,
        each.category,
        each.priceCents ?? 0,
        each.originalPriceCents,
        each.stockQuantity ?? 0,
        each.inStock,
      ])
      expect(read.failed).toEqual([])
      expect(products.slice(0, 20)).toEqual(list.products.slice(0, 20))
      expect(products).toEqual(list.products)
      expect(read.aside).toBe(list.aside)
    },
  )

  it('asks for nothing but the groups that only the dealer knows', async () => {
    for (const list of distributorLists().filter(({ products }) => products.length < 100)) {
      const { found, failed } = await importOf(list, {})
      expect(found.columns.filter(({ isAmbiguous, numbers }) => isAmbiguous && numbers === null)).toEqual([])
      expect(failed).toHaveLength(Object.keys(list.categories ?? {}).length)
    }
  })
})
