import type { Product } from '#contracts/catalog'
import { parseDecimal, toDecimal } from '#platform/shared-kernel/money'
import type { CurrentProducts } from '../../lib/current-products.ts'
import { isRecord } from '../../lib/is-record.ts'

/** What the wishlist keeps of a product (specification 1, section 3), and what a card needs to show it. */
export type WishlistItem = Pick<
  Product,
  'id' | 'name' | 'price' | 'originalPrice' | 'image' | 'inStock' | 'rating' | 'reviewCount'
> &
  Partial<Pick<Product, 'brand' | 'category'>>

export interface Wishlist {
  readonly items: readonly WishlistItem[]
}

export const EMPTY_WISHLIST: Wishlist = { items: [] }

/** As many as a list takes, and as are read back from storage, however much somebody put there. */
export const MAX_ITEMS = 500

/** Puts a product on the list; one that is on it already changes nothing (specification 1, section 4). */
export function addItem(wishlist: Wishlist, product: WishlistItem): Wishlist {
  if (hasItem(wishlist, product.id) || wishlist.items.length >= MAX_ITEMS) return wishlist
  return { items: [...wishlist.items, itemOf(product)] }
}

export function removeItem(wishlist: Wishlist, productId: number): Wishlist {
  return { items: wishlist.items.filter((item) => item.id !== productId) }
}

export function hasItem(wishlist: Wishlist, productId: number): boolean {
  return wishlist.items.some((item) => item.id === productId)
}

/** Applies current prices, pictures and stock. A product that is no longer sold stays, out of stock. */
export function refreshItems(wishlist: Wishlist, current: CurrentProducts<WishlistItem>): Wishlist {
  const items = wishlist.items.map((item) => {
    const product = current.get(item.id)
    if (product === undefined) return item
    return product === null ? { ...item, inStock: false } : itemOf(product)
  })
  return JSON.stringify(items) === JSON.stringify(wishlist.items) ? wishlist : { items }
}

/** What storage held, made sound: entries that are products are kept, the rest is left out. */
export function repairWishlist(stored: unknown): Wishlist {
  if (!isRecord(stored) || !Array.isArray(stored.items)) return EMPTY_WISHLIST
  const items = new Map<number, WishlistItem>()
  for (const entry of stored.items as unknown[]) {
    const item = repairItem(entry)
    if (item !== null && items.size < MAX_ITEMS) items.set(item.id, item)
  }
  return { items: [...items.values()] }
}

function repairItem(entry: unknown): WishlistItem | null {
  if (!isRecord(entry)) return null
  const { id, name } = entry
  const price = amountOf(entry.price)
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || price === null) return null
  if (typeof name !== 'string' || name.trim() === '') return null
  return {
    id,
    name,
    price,
    originalPrice: amountOf(entry.originalPrice),
    image: textOf(entry.image) ?? '',
    inStock: entry.inStock !== false,
    rating: textOf(entry.rating) ?? '0.0',
    reviewCount: typeof entry.reviewCount === 'number' && entry.reviewCount >= 0 ? Math.trunc(entry.reviewCount) : 0,
    ...(textOf(entry.brand) !== null && { brand: textOf(entry.brand) as string }),
    ...(textOf(entry.category) !== null && { category: textOf(entry.category) as string }),
  }
}

function itemOf({
  id,
  name,
  price,
  originalPrice,
  image,
  inStock,
  rating,
  reviewCount,
  brand,
  category,
}: WishlistItem): WishlistItem {
  return {
    id,
    name,
    price,
    originalPrice,
    image,
    inStock,
    rating,
    reviewCount,
    ...(brand !== undefined && { brand }),
    ...(category !== undefined && { category }),
  }
}

function amountOf(amount: unknown): string | null {
  const cents = typeof amount === 'string' ? parseDecimal(amount) : null
  return cents === null ? null : toDecimal(cents)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
