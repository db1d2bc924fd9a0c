import type { Product } from '#contracts/catalog'
import type { ListedProduct } from '#contracts/listed-product'
import { centsOf, formatPrice } from '../../lib/format.ts'
import { formatPageCost } from '../../lib/page-cost.ts'

export interface ComparisonRow {
  readonly name: string
  /** One per product, in their order; null where a product says nothing. */
  readonly values: readonly (string | null)[]
  readonly isDifferent: boolean
  /** Which of the values are better than others, such as the lowest price; all false where none stands out. */
  readonly isBest: readonly boolean[]
}

/** A product and its specifications by name. */
export interface Compared {
  readonly product: Product
  readonly specifications: readonly { readonly name: string; readonly value: string }[]
}

type Better = 'low' | 'high'

/** The figures of specifications that are better when they are larger, or smaller; others are a matter of taste. */
const BETTER_FIGURES: Readonly<Record<string, Better>> = {
  'print speed': 'high',
  'scan speed': 'high',
  speed: 'high',
  'first page': 'low',
  'monthly volume': 'high',
  'paper input': 'high',
  'document feeder': 'high',
  yield: 'high',
}

/** The sum of the figures of one kind in a text: "250 sheets + 50 feeder" → 300, "22 pages per minute" → 22. */
function figureOf(text: string | null): number | null {
  const figures = text?.match(/\d[\d,]*(?:\.\d+)?/g) ?? []
  if (figures.length === 0) return null
  return figures.reduce((sum, figure) => sum + Number(figure.replaceAll(',', '')), 0)
}

/** The best of the figures that are known, where at least two are and one is better than another. */
function bestOf(figures: readonly (number | null)[], better: Better): readonly boolean[] {
  const known = figures.filter((figure) => figure !== null)
  const best = better === 'low' ? Math.min(...known) : Math.max(...known)
  const standsOut = known.some((figure) => figure !== best)
  return figures.map((figure) => standsOut && figure === best)
}

/**
 * The table of products side by side: what the shop knows of each, then every figure that one of them has, in the order
 * of first appearance. Values are equal when they read the same, regardless of case and spaces.
 */
export function comparisonRows(compared: readonly Compared[]): readonly ComparisonRow[] {
  const row = (
    name: string,
    values: readonly (string | null)[],
    isBest: readonly boolean[] = values.map(() => false),
  ): ComparisonRow => ({
    name,
    values,
    isBest,
    isDifferent: new Set(values.map((value) => value?.toLowerCase().replaceAll(/\s+/g, ' ').trim() ?? null)).size > 1,
  })
  const known = [
    row(
      'Price',
      compared.map(({ product }) => formatPrice(product.price)),
      bestOf(
        compared.map(({ product }) => (centsOf(product.price) > 0 ? centsOf(product.price) : null)),
        'low',
      ),
    ),
    ...(['black', 'color'] as const).map((kind) => {
      const costs = compared.map(({ product }) => product.costPerPage?.[kind] ?? null)
      return row(
        `Cost per page, ${kind}`,
        costs.map((cost) => (cost === null ? null : formatPageCost(cost))),
        bestOf(costs, 'low'),
      )
    }),
    row(
      'Brand',
      compared.map(({ product }) => product.brand || null),
    ),
    row(
      'Rating',
      compared.map(({ product }) => (product.reviewCount > 0 ? `${product.rating} of 5` : null)),
      bestOf(
        compared.map(({ product }) => (product.reviewCount > 0 ? Number(product.rating) : null)),
        'high',
      ),
    ),
    row(
      'Availability',
      compared.map(({ product }) => (product.inStock ? 'In Stock' : 'Out of Stock')),
    ),
  ]
  const names = [...new Set(compared.flatMap(({ specifications }) => specifications.map(({ name }) => name)))]
  const specifications = names.map((name) => {
    const values = compared.map((each) => each.specifications.find((row) => row.name === name)?.value ?? null)
    const better = BETTER_FIGURES[name.toLowerCase()]
    return row(name, values, better && bestOf(values.map(figureOf), better))
  })
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
