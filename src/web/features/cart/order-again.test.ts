import { describe, expect, it } from 'vitest'
import { againFrom } from './order-again.ts'

const aProduct = (id: number, inStock = true) => ({
  id,
  inStock,
  name: `Printer ${id}`,
  price: '99.00',
  image: '',
  category: 'printers' as const,
})
const aLine = (productId: number, quantity = 1) => ({ productId, productName: `Printer ${productId}`, quantity })

describe('buying an order again', () => {
  it('takes what is on sale, with the lines of one product added up', () => {
    const again = againFrom([aLine(1, 2), aLine(2), aLine(1)], [aProduct(1), aProduct(2)])
    expect(again.found.map(({ product, quantity }) => [product.id, quantity])).toEqual([
      [1, 3],
      [2, 1],
    ])
    expect(again.missing).toEqual([])
  })

  it('names once what is sold out and what is no longer sold', () => {
    const again = againFrom([aLine(1), aLine(2), aLine(3), aLine(3)], [aProduct(1), aProduct(2, false)])
    expect(again.found).toHaveLength(1)
    expect(again.missing).toEqual(['Printer 2', 'Printer 3'])
  })

  it('is nothing of nothing', () => {
    expect(againFrom([], [])).toEqual({ found: [], missing: [] })
  })
})
