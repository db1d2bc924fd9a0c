import type { Product } from '#contracts/catalog'
import { MAX_CART_QUANTITY, MAX_ORDER_LINES } from '#contracts/limits'
import {
  centsFromNumber,
  costsOf,
  parseDecimal,
  toDecimal,
  COST_RULES,
  MAX_CENTS,
  type Costs,
} from '#platform/shared-kernel/money'
import { isRecord } from '../../lib/is-record.ts'
import { mostInCart } from './room.ts'

/** What a line remembers of its product, so that the cart can be shown before the server is asked. */
export type CartProduct = Pick<Product, 'id' | 'name' | 'price' | 'image' | 'category'>

/** A product on its way into the cart. A list that was kept in the browser does not know how many are left. */
export type AddedProduct = CartProduct & Partial<Pick<Product, 'stockQuantity'>>

/** One line of the cart (specification 1, section 3). */
export interface CartItem {
  /** The moment it was added, in milliseconds. */
  readonly id: number
  readonly productId: number
  readonly quantity: number
  readonly product: CartProduct
}

export interface Cart {
  readonly items: readonly CartItem[]
  readonly sessionId: string
}

export const EMPTY_CART: Cart = { items: [], sessionId: '' }

/** The cart cannot take another product. */
export class CartIsFull extends Error {
  constructor() {
    super(`A cart holds at most ${MAX_ORDER_LINES} different products. Remove one, or order these first.`)
    this.name = 'CartIsFull'
  }
}

/**
 * Puts a product into the cart: more of it when it is there already, else a new line at the end
 * (specification 1, section 4), and no more than there are. The line gets the product's current name and price.
 * @param now the moment, in milliseconds; becomes the line's id
 * @throws CartIsFull when there is no room for another line
 */
export function addProduct(cart: Cart, product: AddedProduct, quantity: number, now: number): Cart {
  const snapshot = snapshotOf(product)
  const most = mostInCart(product)
  if (cart.items.some((item) => item.productId === product.id)) {
    return changeLine(cart, product.id, (item) => ({
      ...item,
      quantity: Math.max(item.quantity, Math.min(item.quantity + quantity, most)),
      product: snapshot,
    }))
  }
  if (cart.items.length >= MAX_ORDER_LINES) throw new CartIsFull()
  const id = cart.items.reduce((free, item) => Math.max(free, item.id + 1), now)
  const line = { id, productId: product.id, quantity: Math.min(boundQuantity(quantity), most), product: snapshot }
  return { ...cart, items: [...cart.items, line] }
}

/** Sets how many of a product are wanted; 0 or less takes the line out (specification 1, section 4). */
export function setLineQuantity(cart: Cart, productId: number, quantity: number): Cart {
  if (quantity <= 0) return removeLine(cart, productId)
  return changeLine(cart, productId, (item) => ({ ...item, quantity: boundQuantity(quantity) }))
}

/** The cart without a product. */
export function removeLine(cart: Cart, productId: number): Cart {
  return { ...cart, items: cart.items.filter((item) => item.productId !== productId) }
}

/** The cart with another line for a product that is in it. */
function changeLine(cart: Cart, productId: number, change: (item: CartItem) => CartItem): Cart {
  return { ...cart, items: cart.items.map((item) => (item.productId === productId ? change(item) : item)) }
}

/** How many pieces of a product are in the cart. */
export function piecesOf(cart: Cart, productId: number): number {
  return cart.items.find((item) => item.productId === productId)?.quantity ?? 0
}

/** How many pieces are in the cart. */
export function countPieces(cart: Cart): number {
  return cart.items.reduce((sum, item) => sum + item.quantity, 0)
}

/** What a line comes to, in cents. */
export function lineCents(item: CartItem): number {
  return (parseDecimal(item.product.price) ?? 0) * item.quantity
}

/** Subtotal, shipping, tax and total in cents (specification 1, section 9). */
export function cartCosts(cart: Cart): Costs {
  return costsOf(
    cart.items.map((item) => ({ priceCents: parseDecimal(item.product.price) ?? 0, quantity: item.quantity })),
  )
}

/**
 * How much more makes shipping free, in cents; null when it is free. At exactly $99.00 shipping still costs, so the
 * amount ends a cent above.
 */
export function missingForFreeShipping(subtotalCents: number): number | null {
  const missing = COST_RULES.freeShippingAboveCents + 1 - subtotalCents
  return missing > 0 ? missing : null
}

/** What storage held, made sound: lines that mean something are kept and corrected, the rest is left out. */
export function repairCart(stored: unknown): Cart {
  if (!isRecord(stored) || !Array.isArray(stored.items)) return EMPTY_CART
  const lines = new Map<number, CartItem>()
  for (const entry of stored.items as unknown[]) {
    const line = repairLine(entry, lines.size)
    if (line === null) continue
    const twin = lines.get(line.productId)
    if (twin !== undefined)
      lines.set(line.productId, { ...twin, quantity: boundQuantity(twin.quantity + line.quantity) })
    else if (lines.size < MAX_ORDER_LINES) lines.set(line.productId, line)
  }
  return { items: [...lines.values()], sessionId: typeof stored.sessionId === 'string' ? stored.sessionId : '' }
}

function repairLine(entry: unknown, position: number): CartItem | null {
  if (!isRecord(entry) || !isRecord(entry.product)) return null
  const { product } = entry
  const productId = isWholeNumber(entry.productId) ? entry.productId : product.id
  const price = repairPrice(product.price)
  const quantity =
    typeof entry.quantity === 'number' && Number.isFinite(entry.quantity) ? Math.trunc(entry.quantity) : 1
  if (!isWholeNumber(productId) || productId < 1 || price === null || quantity < 1) return null
  if (typeof product.name !== 'string' || product.name.trim() === '') return null
  return {
    id: isWholeNumber(entry.id) ? entry.id : position + 1,
    productId,
    quantity: boundQuantity(quantity),
    product: {
      id: productId,
      name: product.name,
      price,
      image: textOf(product.image),
      category: textOf(product.category),
    },
  }
}

function repairPrice(price: unknown): string | null {
  const cents =
    typeof price === 'string' ? parseDecimal(price) : typeof price === 'number' ? centsFromNumber(price) : null
  return cents === null || cents < 0 || cents > MAX_CENTS ? null : toDecimal(cents)
}

function snapshotOf({ id, name, price, image, category }: CartProduct): CartProduct {
  return { id, name, price, image, category }
}

function boundQuantity(quantity: number): number {
  return Math.min(MAX_CART_QUANTITY, Math.max(1, Math.trunc(quantity) || 1))
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
