import { MAX_CENTS } from '#platform/shared-kernel/money'
import { StockChanged } from '../errors.ts'
import type { ProductContent } from './bulk.ts'
import { editedStock } from './edited-stock.ts'
import type { Product } from './product.ts'
import { saleByPrice } from './sale-by-price.ts'

/** What staff change of many products at once; absent fields stay as they are. */
export interface BulkEdit {
  readonly price?: {
    /** A change in tenths of a percent, or in cents. */
    readonly by: 'percent' | 'amount'
    readonly value: number
    /** `99`: to the nearest price that ends so. */
    readonly ending: 'none' | '99'
  }
  readonly stock?: { readonly mode: 'set' | 'add'; readonly pieces: number }
  readonly category?: string
  readonly isFeatured?: boolean
  readonly isBusinessProduct?: boolean
  readonly inStock?: boolean
}

/** What becomes of one product: the fields that differ, none for one that has it all already, or why nothing is changed. */
export type BulkEditOutcome =
  | { readonly set: Partial<ProductContent>; readonly refused: null }
  | { readonly refused: string }

const MAX_PIECES = 1_000_000

class Refused extends Error {}

/**
 * A product after a bulk edit, by the same rules as after an edit of its own. A product is changed as a whole or not at
 * all.
 */
export function editInBulk(product: Product, edit: BulkEdit): BulkEditOutcome {
  try {
    const { category, isFeatured, isBusinessProduct, inStock } = edit
    const priceCents = edit.price && priceAfter(product.priceCents, edit.price)
    const stock = stockAfter(product, edit)
    const sale = saleByPrice(
      product,
      { ...(priceCents !== undefined && { priceCents }), ...(inStock !== undefined && { inStock }) },
      stock,
    )
    if (inStock === true && (priceCents ?? product.priceCents) === 0) throw new Refused('It has no price.')
    const next = { priceCents, ...stock, ...sale, category, isFeatured, isBusinessProduct }
    const differing = Object.entries(next).filter(
      ([field, value]) => value !== undefined && value !== product[field as keyof Product],
    )
    return { set: Object.fromEntries(differing), refused: null }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message }
    throw error
  }
}

function priceAfter(cents: number, { by, value, ending }: NonNullable<BulkEdit['price']>): number {
  if (by === 'percent' && cents === 0) throw new Refused('It has no price.')
  const changed = by === 'percent' ? Math.round((cents * (1000 + value)) / 1000) : cents + value
  const price = ending === '99' ? Math.max(0, Math.round((changed - 99) / 100)) * 100 + 99 : changed
  if (changed <= 0) throw new Refused('Its price would be 0 or less.')
  if (price > MAX_CENTS) throw new Refused('Its price would be too high.')
  return price
}

function stockAfter(product: Product, { stock, inStock }: BulkEdit): Pick<Product, 'stockQuantity' | 'inStock'> {
  const said = inStock === undefined ? {} : { inStock }
  if (stock === undefined) return editedStock(product, said)
  if (stock.mode === 'set') return editedStock(product, { ...said, stockQuantity: stock.pieces })
  const { stockQuantity: was } = product
  if (product.inStock && was === 0) throw new Refused('It is made to order, and its pieces are not counted.')
  if (was + stock.pieces > MAX_PIECES) throw new Refused('Its stock would be too large.')
  try {
    return editedStock(product, { ...said, stockQuantity: was + stock.pieces, stockQuantityWas: was })
  } catch (error) {
    if (error instanceof StockChanged)
      throw new Refused(
        `${was === 0 ? 'No pieces are' : was === 1 ? 'Only 1 piece is' : `Only ${was} pieces are`} there.`,
      )
    throw error
  }
}
