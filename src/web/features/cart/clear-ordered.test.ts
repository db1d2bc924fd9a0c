import { afterEach, expect, test, vi } from 'vitest'
import * as toasts from '../../ui/toast.tsx'
import { clearOrdered } from './clear-ordered.ts'
import { addToCart, readCart } from './use-cart.ts'

afterEach(() => vi.restoreAllMocks())

test('more of the same that was added after the order was sent stays, also when a second tab clears it again', () => {
  vi.spyOn(toasts, 'toast').mockImplementation(() => () => {})
  const laser = { id: 1, name: 'HP LaserJet', price: '279.00', image: '', category: 'printers' }
  addToCart(laser, 2)
  const ordered = readCart().items
  addToCart(laser, 3)
  clearOrdered(ordered)
  expect(readCart().items.map(({ quantity }) => quantity)).toEqual([3])
  clearOrdered(ordered)
  expect(readCart().items.map(({ quantity }) => quantity)).toEqual([3])
})
