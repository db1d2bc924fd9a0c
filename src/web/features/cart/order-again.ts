import type { Product } from '#contracts/catalog'
import type { AddedProduct } from './cart.ts'

/** A line of an order that is to be bought again. */
export interface BoughtLine {
  readonly productId: number
  readonly productName: string
  readonly quantity: number
}

export type AgainProduct = AddedProduct & Pick<Product, 'inStock'>

export interface Again {
  readonly found: readonly { readonly product: AgainProduct; readonly quantity: number }[]
  readonly missing: readonly string[]
}

/** What of an order can be bought now, and the names of what cannot. Lines of one product are added up. */
export function againFrom(lines: readonly BoughtLine[], products: readonly AgainProduct[]): Again {
  const onSale = new Map(products.filter(({ inStock }) => inStock).map((product) => [product.id, product]))
  const wanted = new Map<number, number>()
  for (const { productId, quantity } of lines) wanted.set(productId, (wanted.get(productId) ?? 0) + quantity)
  const found = [...wanted].flatMap(([id, quantity]) => {
    const product = onSale.get(id)
    return product === undefined ? [] : [{ product, quantity }]
  })
  const missing = lines.filter(({ productId }) => !onSale.has(productId)).map(({ productName }) => productName)
  return { found, missing: [...new Set(missing)] }
}
