import { describe, expect, it } from 'vitest'
import type { Order } from '#contracts/orders'
import { costsWith, itemsWith } from './order-change.ts'

const item = (productId: number, price: string, quantity: number): Order['items'][number] => ({
  productId,
  productName: `Printer ${productId}`,
  image: '',
  price,
  quantity,
  total: price,
})
const order: Pick<Order, 'items' | 'shipping' | 'shippingMethod'> = {
  items: [item(7, '60.00', 2), item(9, '10.00', 1)],
  shipping: '0.00',
  shippingMethod: 'standard',
}

describe('an order with fewer pieces', () => {
  it('costs what is left, and ships free no longer below the limit', () => {
    expect(costsWith(order, [2, 1])).toMatchObject({ subtotalCents: 13_000, shippingCents: 0 })
    expect(costsWith(order, [1, 0])).toMatchObject({ subtotalCents: 6000, shippingCents: 999 })
  })

  it('keeps the price of express shipping', () => {
    const express = { ...order, shipping: '19.99', shippingMethod: 'express' as const }
    expect(costsWith(express, [1, 0])).toMatchObject({ subtotalCents: 6000, shippingCents: 1999 })
  })

  it('has no costs when nothing is left', () => {
    expect(costsWith(order, [0, 0])).toBeNull()
  })

  it('is sent line by line, and not at all when every quantity is the same', () => {
    expect(itemsWith(order, [1, 0])).toEqual([
      { productId: 7, line: 1, quantity: 1 },
      { productId: 9, line: 2, quantity: 0 },
    ])
    expect(itemsWith(order, [2, 1])).toBeNull()
  })
})
