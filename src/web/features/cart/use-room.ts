import { useSyncExternalStore } from 'react'
import type { Product } from '#contracts/catalog'
import { onStockCorrection, withCurrentStock } from './current-stock.ts'
import { roomNote } from './room-note.ts'
import { isEndedByStock, roomFor } from './room.ts'
import { usePiecesInCart } from './use-cart.ts'

export interface Room {
  /** What was chosen, or as much of it as there still is; at least 1. */
  readonly quantity: number
  /** How many can be added. */
  readonly most: number
  readonly note: string | null
  /** Whether no more can be chosen because no more are left, as far as is known. */
  readonly isEndedByStock: boolean
}

/** How many of a product can be added to what is in the cart already, and why no more. */
export function useRoom(product: Pick<Product, 'id' | 'inStock' | 'stockQuantity'>, chosen: number): Room {
  const inCart = usePiecesInCart(product.id)
  const stockQuantity = useSyncExternalStore(
    onStockCorrection,
    () => withCurrentStock(product).stockQuantity,
    () => product.stockQuantity,
  )
  if (!product.inStock) return { quantity: 1, most: 0, note: null, isEndedByStock: false }
  const most = roomFor({ stockQuantity }, inCart)
  const quantity = Math.min(chosen, Math.max(1, most))
  return {
    quantity,
    most,
    note: roomNote({ stockQuantity }, inCart, quantity),
    isEndedByStock: quantity >= most && isEndedByStock({ stockQuantity }),
  }
}
