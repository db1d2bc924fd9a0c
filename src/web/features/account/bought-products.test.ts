import { expect, it } from 'vitest'
import { boughtProductIds } from './bought-products.ts'

const orderOf = (status: 'delivered' | 'cancelled', ...productIds: readonly number[]) => ({
  status,
  items: productIds.map((productId) => ({ productId })),
})

it('names what was bought, each product once and the latest first, without cancelled orders', () => {
  expect(boughtProductIds([])).toEqual([])
  expect(boughtProductIds([orderOf('delivered', 7, 3), orderOf('cancelled', 9), orderOf('delivered', 3, 5)])).toEqual([
    7, 3, 5,
  ])
})

it('looks at thirty products at most', () => {
  const ids = Array.from({ length: 40 }, (_, i) => i + 1)
  expect(boughtProductIds([orderOf('delivered', ...ids)])).toEqual(ids.slice(0, 30))
})
