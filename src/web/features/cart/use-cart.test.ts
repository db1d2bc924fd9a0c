import { beforeEach, describe, expect, test, vi } from 'vitest'
import { browserStorage } from '../../lib/storage.ts'
import * as toasts from '../../ui/toast.tsx'
import { addToCart, changeCart, clearCart, readCart, removeFromCart, setCartQuantity } from './use-cart.ts'

const laser = { id: 1, name: 'HP LaserJet', price: '279.00', image: 'laser.svg', category: 'printers' }
const toast = vi.spyOn(toasts, 'toast')
const said = () => toast.mock.calls.map(([message]) => message)

beforeEach(() => {
  browserStorage.removeItem('mr-printer-cart')
  toast.mockClear()
})

describe('the toasts and the storage of the cart', () => {
  test('an added product is kept under the cart’s key and confirmed by name', () => {
    addToCart(laser, 2)
    expect(said()).toEqual([
      {
        title: 'Added to cart',
        description: 'HP LaserJet has been added to your cart.',
        action: { label: 'View cart', to: '/cart' },
      },
    ])
    const kept = JSON.parse(browserStorage.getItem('mr-printer-cart') ?? '') as unknown
    expect(kept).toEqual({
      items: [{ id: expect.any(Number) as number, productId: 1, quantity: 2, product: laser }],
      sessionId: '',
    })
  })

  test('another quantity and a removal are confirmed, and zero removes', () => {
    addToCart(laser)
    setCartQuantity(1, 3)
    setCartQuantity(1, 0)
    addToCart(laser)
    removeFromCart(1)
    expect(said().map(({ title }) => title)).toEqual([
      'Added to cart',
      'Cart updated',
      'Item removed',
      'Added to cart',
      'Item removed',
    ])
    expect(said()[1]?.description).toBe('Item quantity has been updated.')
    expect(said()[2]?.description).toBe('Item has been removed from your cart.')
    expect(readCart().items).toEqual([])
  })

  test('a product for which there is no room is refused with the reason and what to do', () => {
    vi.spyOn(console, 'error').mockImplementationOnce(() => {})
    changeCart((cart) => ({
      ...cart,
      items: Array.from({ length: 100 }, (_, index) => ({
        id: index,
        productId: index + 2,
        quantity: 1,
        product: laser,
      })),
    }))
    addToCart(laser)
    expect(said()).toEqual([
      {
        title: 'Error',
        description: 'A cart holds at most 100 different products. Remove one, or order these first.',
        variant: 'destructive',
      },
    ])
    expect(readCart().items).toHaveLength(100)
  })

  test('emptying the cart after an order needs no word', () => {
    addToCart(laser)
    toast.mockClear()
    clearCart()
    expect(readCart().items).toEqual([])
    expect(said()).toEqual([])
  })
})
