import { beforeEach, describe, expect, test, vi } from 'vitest'
import { browserStorage } from '../../lib/storage.ts'
import { store } from '../../lib/store.ts'
import * as toasts from '../../ui/toast.tsx'
import { clearOrdered } from './clear-ordered.ts'
import { addAgain, addToCart, changeCart, readCart, removeFromCart, setCartQuantity } from './use-cart.ts'

const laser = { id: 1, name: 'HP LaserJet', price: '279.00', image: 'laser.svg', category: 'printers' }
const toast = vi.spyOn(toasts, 'toast')
const ask = vi.spyOn(globalThis, 'fetch')
const said = () => toast.mock.calls.map(([message]) => message)

beforeEach(() => {
  clearOrdered(readCart().items)
  toast.mockClear()
  ask.mockReset().mockImplementation(async () => Response.json([]))
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

  test('what fails for no known reason is said, each in its own words', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const write = vi.spyOn(store, 'set')
    for (const action of [() => addToCart(laser), () => setCartQuantity(1, 2), () => removeFromCart(1)]) {
      write.mockImplementationOnce(() => {
        throw new Error('unforeseen')
      })
      action()
    }
    write.mockRestore()
    expect(said()).toEqual(
      [
        'Failed to add item to cart. Please try again.',
        'Failed to update item quantity.',
        'Failed to remove item from cart.',
      ].map((description) => ({ title: 'Error', description, variant: 'destructive' })),
    )
  })

  test('an order empties the cart of its lines, and of nothing that was put into it since', () => {
    addToCart(laser, 2)
    const ordered = readCart().items
    changeCart((cart) => ({ ...cart, items: cart.items.map((item) => ({ ...item, id: item.id + 1 })) }))
    clearOrdered(ordered)
    expect(readCart().items).toHaveLength(1)
    clearOrdered(readCart().items)
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

  test('no more is added than is left, and the toast says so', () => {
    const scarce = { ...laser, stockQuantity: 3 }
    expect(addToCart(scarce, 2)).toBe(true)
    expect(addToCart(scarce, 2)).toBe(true)
    expect(addToCart(scarce)).toBe(false)
    expect(readCart().items[0]?.quantity).toBe(3)
    expect(said().slice(1)).toEqual([
      {
        title: 'Added to cart',
        description: 'HP LaserJet has been added to your cart. Only 3 are left; all are in it now.',
        action: { label: 'View cart', to: '/cart' },
      },
      {
        title: 'No more to add',
        description: 'Only 3 are left of HP LaserJet; all are in your cart.',
        action: { label: 'View cart', to: '/cart' },
      },
    ])
  })

  test('where a page is older than the stock, the shop is asked, and what was wanted follows', async () => {
    const answer = (stockQuantity: number) => async () => Response.json([{ ...laser, inStock: true, stockQuantity }])
    ask.mockImplementation(answer(500))
    const old = { ...laser, stockQuantity: 7 }
    addToCart(old, 6)
    expect(ask, 'as many as the page knows of').not.toHaveBeenCalled()
    expect(addToCart(old, 3)).toBe(true)
    await vi.waitFor(() => expect(readCart().items[0]?.quantity).toBe(9))
    expect(said().map(({ title }) => title)).toEqual(['Added to cart', 'Added to cart', 'Added to cart'])
    expect(said()[2]?.description).toBe('HP LaserJet has been added to your cart.')
    expect(addToCart(old), 'what the shop answered counts').toBe(true)
    expect(ask).toHaveBeenCalledTimes(1)

    ask.mockImplementation(answer(8))
    expect(addToCart({ ...laser, stockQuantity: 8 }), 'data that was read since').toBe(false)
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
    expect(said().at(-1)?.title).toBe('No more to add')
  })

  describe('the shop that is asked on a slow line', () => {
    const pieces = () => readCart().items[0]?.quantity
    let answer = (_stockQuantity: number) => {}

    /** A cart with all that the page knows of; what is asked of the shop stays open until `answer`. */
    function fill(id: number) {
      const old = { ...laser, id, stockQuantity: 7 }
      ask.mockImplementation(
        () =>
          new Promise((resolve) => {
            answer = (stockQuantity) => resolve(Response.json([{ ...laser, id, inStock: true, stockQuantity }]))
          }),
      )
      addToCart(old, 7)
      return old
    }
    /** Until what follows an answer is over. */
    const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

    test('is asked once, however often one presses, and all that was wanted follows', async () => {
      const old = fill(41)
      for (let presses = 0; presses < 3; presses += 1) addToCart(old)
      expect(ask).toHaveBeenCalledTimes(1)
      answer(500)
      await vi.waitFor(() => expect(pieces()).toBe(10))
      addToCart({ ...old, stockQuantity: 10 })
      expect(ask, 'of other data').toHaveBeenCalledTimes(2)
      answer(10)
      await settled()
      expect(pieces()).toBe(10)
    })

    test('adds nothing to a line that was changed meanwhile, or to none', async () => {
      for (const [id, change] of [
        [42, () => setCartQuantity(42, 2)],
        [43, () => removeFromCart(43)],
      ] as const) {
        const old = fill(id)
        addToCart(old)
        change()
        const before = pieces()
        answer(500)
        await settled()
        expect(pieces()).toBe(before)
        clearOrdered(readCart().items)
      }
    })

    test('adds nothing when it answers after three seconds, but what it said counts for the next press', async () => {
      const old = fill(44)
      const [start, now] = [performance.now(), vi.spyOn(performance, 'now')]
      try {
        now.mockReturnValue(start)
        addToCart(old)
        now.mockReturnValue(start + 3001)
        answer(500)
        await settled()
        expect(pieces()).toBe(7)
        expect(said().at(-1)?.title).toBe('No more to add')
        expect(addToCart(old)).toBe(true)
        expect(pieces()).toBe(8)
      } finally {
        now.mockRestore()
      }
    })
  })

  test('more than there are, from before some were sold, stays in the cart as it is', () => {
    addToCart({ ...laser, stockQuantity: 9 }, 5)
    expect(addToCart({ ...laser, stockQuantity: 3 })).toBe(false)
    expect(readCart().items[0]?.quantity).toBe(5)
  })

  test('what an order may hold of one product is the most of what is made to order', () => {
    addToCart({ ...laser, stockQuantity: 0 }, 99)
    expect(addToCart({ ...laser, stockQuantity: 0 })).toBe(false)
    expect(said()[1]?.description).toBe('An order holds at most 99 of HP LaserJet; all are in your cart.')
  })

  test('an order is added again as far as there are pieces, and what is short is named', () => {
    const photo = { ...laser, id: 2, name: 'SELPHY', inStock: true, stockQuantity: 2 }
    const lines = [
      { productId: 1, productName: 'HP LaserJet', quantity: 1 },
      { productId: 2, productName: 'SELPHY', quantity: 3 },
      { productId: 3, productName: 'Sold before', quantity: 1 },
    ]
    const products = [{ ...laser, inStock: true, stockQuantity: 1 }, photo]
    addAgain(lines, products)
    expect(readCart().items.map(({ quantity }) => quantity)).toEqual([1, 2])
    expect(said()[0]?.description).toBe(
      'The order is in your cart at today’s prices. Fewer than before, because no more are left: SELPHY. Not on sale now: Sold before.',
    )
    addAgain(lines, products)
    expect(said()[1]).toMatchObject({
      title: 'No more to add',
      description: 'All that is left of the order is in your cart. Not on sale now: Sold before.',
    })
    addAgain(lines.slice(2), products)
    expect(said()[2]).toMatchObject({ title: 'Nothing added', variant: 'destructive' })
  })

  test('emptying the cart after an order needs no word', () => {
    addToCart(laser)
    toast.mockClear()
    clearOrdered(readCart().items)
    expect(readCart().items).toEqual([])
    expect(said()).toEqual([])
  })
})
