import type { Product } from '#contracts/catalog'
import { parseDecimal } from '#platform/shared-kernel/money'
import type { CurrentProducts } from '../../lib/current-products.ts'
import type { Cart, CartItem, CartProduct } from './cart.ts'

type PricedProducts = CurrentProducts<CartProduct & Pick<Product, 'inStock' | 'stockQuantity'>>

/** What is known about a line when the cart was last compared with the shop. */
export interface LineFinding {
  readonly availability: 'available' | 'out-of-stock' | 'gone'
  /** How many are left; null when the product is not counted. */
  readonly left: number | null
  /** The price that the visitor knew before it changed. */
  readonly priceWas: string | null
}
export type Findings = ReadonlyMap<number, LineFinding>

/** What the visitor must know about a line. */
export type LineNotice =
  | { readonly kind: 'price-changed'; readonly from: string; readonly to: string }
  | { readonly kind: 'out-of-stock' | 'gone' }
  | { readonly kind: 'too-few'; readonly left: number }

/**
 * Compares a cart with what the shop sells now.
 * @param current the products as they are now; lines of products that are missing here stay as they are
 * @param before earlier findings: a change of price stays known until the visitor leaves the page
 * @returns the cart with current names, pictures and prices, and what is to be said about its lines
 */
export function reprice(
  cart: Cart,
  current: PricedProducts,
  before: Findings = new Map(),
): { cart: Cart; findings: Findings } {
  const findings = new Map(before)
  const items = cart.items.map((item): CartItem => {
    const product = current.get(item.productId)
    if (product === undefined) return item
    const priceWas = before.get(item.productId)?.priceWas ?? null
    if (product === null) {
      findings.set(item.productId, { availability: 'gone', left: 0, priceWas })
      return item
    }
    const { id, name, price, image, category, inStock, stockQuantity } = product
    findings.set(item.productId, {
      availability: inStock ? 'available' : 'out-of-stock',
      left: stockQuantity > 0 ? stockQuantity : null,
      priceWas: isSameAmount(price, item.product.price) ? priceWas : (priceWas ?? item.product.price),
    })
    return { ...item, product: { id, name, price, image, category } }
  })
  return { cart: { ...cart, items }, findings }
}

/** What to say about a line, given how many are wanted now. */
export function noticesOf(item: CartItem, finding: LineFinding | undefined): LineNotice[] {
  if (finding === undefined) return []
  if (finding.availability !== 'available') return [{ kind: finding.availability }]
  const notices: LineNotice[] = []
  if (finding.priceWas !== null && !isSameAmount(finding.priceWas, item.product.price)) {
    notices.push({ kind: 'price-changed', from: finding.priceWas, to: item.product.price })
  }
  if (finding.left !== null && finding.left < item.quantity) notices.push({ kind: 'too-few', left: finding.left })
  return notices
}

function isSameAmount(one: string, other: string): boolean {
  return parseDecimal(one) === parseDecimal(other)
}
