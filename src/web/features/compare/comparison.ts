import type { Product } from '#contracts/catalog'
import type { ListedProduct } from '#contracts/listed-product'
import { formatPrice } from '../../lib/format.ts'

export interface ComparisonRow {
  readonly name: string
  /** One per product, in their order; null where a product says nothing. */
  readonly values: readonly (string | null)[]
  readonly isDifferent: boolean
}

/** A product and its specifications by name. */
export interface Compared {
  readonly product: Product
  readonly specifications: readonly { readonly name: string; readonly value: string }[]
}

/**
 * The table of products side by side: what the shop knows of each, then every figure that one of them has, in the order
 * of first appearance. Values are equal when they read the same, regardless of case and spaces.
 */
export function comparisonRows(compared: readonly Compared[]): readonly ComparisonRow[] {
  const row = (name: string, values: readonly (string | null)[]): ComparisonRow => ({
    name,
    values,
    isDifferent: new Set(values.map((value) => value?.toLowerCase().replaceAll(/\s+/g, ' ').trim() ?? null)).size > 1,
  })
  const known = [
    row(
      'Price',
      compared.map(({ product }) => formatPrice(product.price)),
    ),
    row(
      'Brand',
      compared.map(({ product }) => product.brand),
    ),
    row(
      'Rating',
      compared.map(({ product }) => (product.reviewCount > 0 ? `${product.rating} of 5` : null)),
    ),
    row(
      'Availability',
      compared.map(({ product }) => (product.inStock ? 'In Stock' : 'Out of Stock')),
    ),
  ]
  const names = [...new Set(compared.flatMap(({ specifications }) => specifications.map(({ name }) => name)))]
  const specifications = names.map((name) =>
    row(
      name,
      compared.map((each) => each.specifications.find((row) => row.name === name)?.value ?? null),
    ),
  )
  return [...known, ...specifications].filter(({ values }) => values.some((value) => value !== null))
}

/**
 * Which of these are worth seeing side by side at first: those in stock, best rated and most reviewed first, of
 * different makers as far as possible.
 */
export function worthComparing(products: readonly ListedProduct[], count = 3): readonly number[] {
  const ranked = products
    .filter(({ inStock }) => inStock)
    .sort(
      (one, other) =>
        Number(other.rating) - Number(one.rating) || other.reviewCount - one.reviewCount || one.id - other.id,
    )
  const brands = new Set<string>()
  const first = ranked.filter(({ brand }) => !brands.has(brand) && brands.add(brand))
  return [...first, ...ranked.filter((product) => !first.includes(product))].slice(0, count).map(({ id }) => id)
}
