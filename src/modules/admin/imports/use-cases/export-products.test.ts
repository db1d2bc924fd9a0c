import { expect, it } from 'vitest'
import type { Product } from '#modules/catalog'
import { aProduct } from '../../../catalog/testing/product-builder.ts'
import { createExportProducts } from './export-products.ts'

/** About as much as may be written at once while others wait, with one product of the longest texts. */
const MOST_AT_ONCE = 700_000

it('an export is written in pieces that hold up nobody, also of products with the longest texts', async () => {
  const line = 'x'.repeat(500)
  const specifications = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`Property ${i}`, line]))
  const products: readonly Product[] = Array.from({ length: 120 }, (_, i) => aProduct({ id: i + 1, specifications }))
  const exportProducts = createExportProducts({
    listIdsForStaff: async () => products.map(({ id }) => id),
    findProducts: async (ids) => products.filter(({ id }) => ids.includes(id)),
  })
  let rows = 0
  for await (const piece of exportProducts({})) {
    expect(piece.length).toBeLessThan(MOST_AT_ONCE)
    rows += piece.split('\r\n').length - 1
  }
  expect(rows).toBe(1 + products.length)
})
