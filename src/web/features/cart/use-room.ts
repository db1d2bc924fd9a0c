import type { Product } from '#contracts/catalog'
import { roomFor, roomNote } from './room.ts'
import { usePiecesInCart } from './use-cart.ts'

export interface Room {
  /** What was chosen, or as much of it as there still is; at least 1. */
  readonly quantity: number
  /** How many can be added. */
  readonly most: number
  readonly note: string | null
}

/** How many of a product can be added to what is in the cart already, and why no more. */
export function useRoom(product: Pick<Product, 'id' | 'inStock' | 'stockQuantity'>, chosen: number): Room {
  const inCart = usePiecesInCart(product.id)
  if (!product.inStock) return { quantity: 1, most: 0, note: null }
  const most = roomFor(product, inCart)
  const quantity = Math.min(chosen, Math.max(1, most))
  return { quantity, most, note: roomNote(product, inCart, quantity) }
}
