import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeCarts, mergeWishlists, tidyCart, type CartItem } from './saved-cart.ts'

const carts = fc.array(
  fc.record({ productId: fc.integer({ min: 1, max: 60 }), quantity: fc.integer({ min: 0, max: 150 }) }),
  { maxLength: 80 },
)
const byProduct = (cart: readonly CartItem[]) => new Map(cart.map(({ productId, quantity }) => [productId, quantity]))

describe('merging two carts of one customer', () => {
  it('keeps the larger quantity of every product, at most 99, in either order', () => {
    fc.assert(
      fc.property(carts, carts, (kept, brought) => {
        const merged = byProduct(mergeCarts(kept, brought))
        for (const [productId, quantity] of merged) {
          const quantities = [...kept, ...brought]
            .filter((item) => item.productId === productId)
            .map((item) => item.quantity)
          expect(quantity).toBe(Math.min(99, Math.max(...quantities)))
        }
        const other = byProduct(mergeCarts(brought, kept))
        expect(new Set(other.keys())).toEqual(new Set(merged.keys()))
        for (const [productId, quantity] of merged) expect(other.get(productId)).toBe(quantity)
      }),
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(carts, carts, (kept, brought) => {
        const merged = mergeCarts(kept, brought)
        expect(mergeCarts(merged, brought)).toEqual(merged)
      }),
    )
  })

  it('keeps what was there first in its place', () => {
    expect(
      mergeCarts(
        [{ productId: 7, quantity: 1 }],
        [
          { productId: 3, quantity: 2 },
          { productId: 7, quantity: 5 },
        ],
      ),
    ).toEqual([
      { productId: 7, quantity: 5 },
      { productId: 3, quantity: 2 },
    ])
    expect(tidyCart([{ productId: 1, quantity: 0 }])).toEqual([])
  })
})

it('a cart holds a hundred products, those that were there first', () => {
  const cartOf = (from: number) => Array.from({ length: 60 }, (_, index) => ({ productId: from + index, quantity: 1 }))
  const merged = mergeCarts(cartOf(1), cartOf(61))
  expect(merged.map(({ productId }) => productId)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
})

it('two wishlists of one customer are merged without duplicates', () => {
  expect(mergeWishlists([5, 3], [3, 9, 5])).toEqual([5, 3, 9])
  expect(
    mergeWishlists(
      [],
      Array.from({ length: 300 }, (_, index) => index + 1),
    ),
  ).toHaveLength(200)
})
