import { useMemo, useSyncExternalStore } from 'react'
import type { Costs } from '#platform/money'
import { store } from '../../lib/store.ts'
import { paths } from '../../lib/paths.ts'
import { storedAtom, useStored } from '../../lib/storage.ts'
import { againFrom, type AgainProduct, type BoughtLine } from './order-again.ts'
import { toast } from '../../ui/toast.tsx'
import {
  addProduct,
  cartCosts,
  CartIsFull,
  countPieces,
  EMPTY_CART,
  removeLine,
  repairCart,
  setLineQuantity,
  type Cart,
  type CartItem,
  type CartProduct,
} from './cart.ts'

/** The visitor's cart in local storage (specification 1, section 4); tabs stay in step. */
const cartAtom = storedAtom<Cart>('mr-printer-cart', EMPTY_CART, repairCart)

export interface CartAccess {
  readonly items: readonly CartItem[]
  /** How many pieces, all lines together. */
  readonly count: number
  readonly costs: Costs
  /** False until the browser's cart is read: the server's page knows of no cart. */
  readonly isReady: boolean
}

/** The cart. What changes it confirms that with a toast (specification 1, section 8). */
export function useCart(): CartAccess {
  const [cart, , isReady] = useStored(cartAtom)
  const count = useMemo(() => countPieces(cart), [cart])
  const costs = useMemo(() => cartCosts(cart), [cart])
  return { items: cart.items, count, costs, isReady }
}

/** How many pieces are in the cart: of the whole cart each would hear every change. */
export function useCartCount(): number {
  return useSyncExternalStore(
    onCartChange,
    () => countPieces(readCart()),
    () => 0,
  )
}

export function addToCart(product: CartProduct, quantity = 1): void {
  attempt('Failed to add item to cart. Please try again.', () => {
    changeCart((cart) => addProduct(cart, product, quantity, Date.now()))
    toast({
      title: 'Added to cart',
      description: `${product.name} has been added to your cart.`,
      action: { label: 'View cart', to: paths.cart() },
    })
  })
}

/** Adds products again that were bought before, at today's prices; those that are not sold now are named. */
export function addAgain(lines: readonly BoughtLine[], products: readonly AgainProduct[]): void {
  attempt('Failed to add item to cart. Please try again.', () => {
    const { found, missing } = againFrom(lines, products)
    changeCart((cart) =>
      found.reduce((now, { product, quantity }) => addProduct(now, product, quantity, Date.now()), cart),
    )
    const left = missing.length === 0 ? '' : ` Not on sale now: ${missing.join(', ')}.`
    toast(
      found.length === 0
        ? { title: 'Nothing added', description: `None of these products is on sale now.`, variant: 'destructive' }
        : {
            title: 'Added to cart',
            description: `The order is in your cart at today's prices.${left}`,
            action: { label: 'View cart', to: paths.cart() },
          },
    )
  })
}

export function setCartQuantity(productId: number, quantity: number): void {
  if (quantity <= 0) return removeFromCart(productId)
  attempt('Failed to update item quantity.', () => {
    changeCart((cart) => setLineQuantity(cart, productId, quantity))
    toast({ title: 'Cart updated', description: 'Item quantity has been updated.' })
  })
}

export function removeFromCart(productId: number): void {
  attempt('Failed to remove item from cart.', () => {
    changeCart((cart) => removeLine(cart, productId))
    toast({ title: 'Item removed', description: 'Item has been removed from your cart.' })
  })
}

/** Empties the cart without a toast. */
export function clearCart(): void {
  changeCart((cart) => ({ ...cart, items: [] }))
}

/** The cart at this moment, for code that outlives a render. */
export function readCart(): Cart {
  return store.get(cartAtom.atom)
}

/** Calls back on every change of the cart, in this tab or another; gives how to stop. */
export function onCartChange(listener: () => void): () => void {
  return store.sub(cartAtom.atom, listener)
}

/** Changes the cart without a toast; other tabs are updated. */
export function changeCart(change: (cart: Cart) => Cart): void {
  store.set(cartAtom.atom, change)
}

function attempt(failure: string, action: () => void): void {
  try {
    action()
  } catch (error) {
    console.error(error)
    const description = error instanceof CartIsFull ? error.message : failure
    toast({ title: 'Error', description, variant: 'destructive' })
  }
}
