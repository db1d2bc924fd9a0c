import { useMemo, useSyncExternalStore } from 'react'
import type { Costs } from '#platform/shared-kernel/money'
import { store } from '../../lib/store.ts'
import { storedAtom, useStored } from '../../lib/storage.ts'
import { againFrom, type AgainProduct, type BoughtLine } from './order-again.ts'
import { toast } from '../../ui/toast.tsx'
import { addedWords, againWords } from './added-words.ts'
import {
  addProduct,
  cartCosts,
  CartIsFull,
  countPieces,
  EMPTY_CART,
  piecesOf,
  removeLine,
  repairCart,
  setLineQuantity,
  type AddedProduct,
  type Cart,
  type CartItem,
} from './cart.ts'
import { correctStock, withCurrentStock } from './current-stock.ts'
import { isEndedByStock } from './room.ts'

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

/** How many pieces of a product are in the cart. */
export function usePiecesInCart(productId: number): number {
  return useSyncExternalStore(
    onCartChange,
    () => piecesOf(readCart(), productId),
    () => 0,
  )
}

/** An answer about the stock that comes later changes no cart any more: the visitor has read that there are no more. */
const LATE_MS = 3000

/** What is to follow, by product, while the shop is asked for its stock. */
const rests = new Map<number, number>()

/**
 * Adds as many as there are. Where a page knows of too few, the shop is asked, and what it has more of follows, unless it
 * answers late or the line was changed meanwhile.
 * @returns whether any were added at once
 */
export function addToCart(product: AddedProduct, quantity = 1): boolean {
  let added = 0
  attempt('Failed to add item to cart. Please try again.', () => {
    const current = withCurrentStock(product)
    added = addPieces(current, quantity)
    toast(addedWords(current, quantity, added))
    if (added < quantity && isEndedByStock(current)) void addRest(product, quantity - added)
  })
  return added > 0
}

async function addRest(product: AddedProduct, quantity: number): Promise<void> {
  const { id } = product
  const before = rests.get(id)
  rests.set(id, (before ?? 0) + quantity)
  if (before !== undefined) return
  const [inCart, askedAt] = [piecesOf(readCart(), id), performance.now()]
  await correctStock(product)
  const rest = rests.get(id) ?? 0
  rests.delete(id)
  if (performance.now() - askedAt > LATE_MS || piecesOf(readCart(), id) !== inCart) return
  attempt('Failed to add item to cart. Please try again.', () => {
    const current = withCurrentStock(product)
    const added = addPieces(current, rest)
    if (added > 0) toast(addedWords(current, rest, added))
  })
}

/** @returns how many were added */
function addPieces(product: AddedProduct, quantity: number): number {
  const before = piecesOf(readCart(), product.id)
  changeCart((cart) => addProduct(cart, product, quantity, Date.now()))
  return piecesOf(readCart(), product.id) - before
}

/** Adds products again that were bought before, at today's prices; those of which there are too few now are named. */
export function addAgain(lines: readonly BoughtLine[], products: readonly AgainProduct[]): void {
  attempt('Failed to add item to cart. Please try again.', () => {
    const again = againFrom(lines, products)
    const before = readCart()
    changeCart((cart) =>
      again.found.reduce((now, { product, quantity }) => addProduct(now, product, quantity, Date.now()), cart),
    )
    const added = again.found.map(({ product }) => piecesOf(readCart(), product.id) - piecesOf(before, product.id))
    toast(againWords(again, added))
  })
}

/** Sets how many of a product are wanted, and says so in a toast; 0 or less takes it out. */
export function setCartQuantity(productId: number, quantity: number): void {
  if (quantity <= 0) return removeFromCart(productId)
  attempt('Failed to update item quantity.', () => {
    changeCart((cart) => setLineQuantity(cart, productId, quantity))
    toast({ title: 'Cart updated', description: 'Item quantity has been updated.' })
  })
}

/** Takes a product out, and says so in a toast. */
export function removeFromCart(productId: number): void {
  attempt('Failed to remove item from cart.', () => {
    changeCart((cart) => removeLine(cart, productId))
    toast({ title: 'Item removed', description: 'Item has been removed from your cart.' })
  })
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
