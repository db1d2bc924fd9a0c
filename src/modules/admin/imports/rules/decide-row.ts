import { hash } from 'node:crypto'
import { toDecimal } from '#platform/money'
import type { Product, ProductContent } from '#modules/catalog'
import type { BlankRule, ImportMode, RowChange } from '../import.ts'
import { DEFAULTS, type ContentField, type ReadRow } from './read-row.ts'

type GoodRow = Extract<ReadRow, { refused: null }>

/** What is to be done with a row. */
export type Decision =
  | { readonly outcome: 'failed'; readonly reason: string }
  | { readonly outcome: 'created'; readonly warnings: readonly string[]; readonly content: ProductContent }
  | { readonly outcome: 'unchanged'; readonly product: Product }
  | {
      readonly outcome: 'updated'
      readonly product: Product
      readonly warnings: readonly string[]
      readonly set: Partial<ProductContent>
      readonly changes: readonly RowChange[]
    }

/** What selling, and a price that comes or goes, changes by itself. */
export const STOCK_FIELDS: readonly ContentField[] = ['stockQuantity', 'inStock', 'awaitsPrice']
const LARGE_CHANGE = 0.5
const CONTENT_FIELDS = Object.keys(DEFAULTS) as ContentField[]
const MARKED_FIELDS = CONTENT_FIELDS.filter((field) => !STOCK_FIELDS.includes(field))

/** Decides a row by what the catalogue has. @param found products with the row's article number or name */
export function decideRow(
  row: GoodRow,
  found: readonly Product[],
  rules: { readonly mode: ImportMode; readonly blank: BlankRule },
): Decision {
  const { sku } = row.values
  const same = found.filter((product) =>
    sku
      ? product.sku === sku
      : product.name === row.values.name && (row.values.brand === undefined || product.brand === row.values.brand),
  )
  const [product] = same
  if (product === undefined) return create(row)
  if (rules.mode === 'create') {
    return {
      outcome: 'failed',
      reason: sku
        ? `A product with the sku "${sku}" exists already.`
        : 'A product with this brand and name exists already.',
    }
  }
  if (same.length > 1)
    return { outcome: 'failed', reason: `${same.length} products have this brand and name; say which one by its sku.` }
  return change(row, product, rules.blank)
}

function create({ values }: GoodRow): Decision {
  if (values.name === undefined)
    return { outcome: 'failed', reason: `No product has the sku "${values.sku}", and a new one needs a name.` }
  const content: ProductContent = { ...DEFAULTS, ...values }
  if (content.priceCents > 0) return { outcome: 'created', content, warnings: [] }
  // Nothing must sell for nothing (design, section 7).
  return {
    outcome: 'created',
    content: { ...content, inStock: false, awaitsPrice: content.inStock },
    warnings: [NO_PRICE],
  }
}

const NO_PRICE = 'No price: the product is not for sale until it has one.'

function change({ values, blanks }: GoodRow, product: Product, blank: BlankRule): Decision {
  const said = blank === 'clear' ? { ...cleared(blanks), ...values } : values
  const { priceCents = product.priceCents, stockQuantity } = said
  const warnings: string[] = []
  let { inStock } = said
  let awaitsPrice: boolean | undefined
  if (stockQuantity !== undefined && inStock === undefined) {
    // A counted product follows its pieces; one that is not counted (in stock with 0) stays as it is, and so does one
    // that somebody took off sale although there were pieces.
    if (stockQuantity > 0 && product.stockQuantity === 0) inStock = true
    else if (stockQuantity === 0 && product.stockQuantity > 0) inStock = false
  }
  const isForSale = inStock ?? (product.inStock || product.awaitsPrice)
  if (priceCents === 0) {
    // What a person gives away stays so until a file says something about its price or its stock.
    const isGivenAway = product.inStock && said.priceCents === undefined && inStock === undefined
    if (!isGivenAway && (said.priceCents === 0 || isForSale)) warnings.push(NO_PRICE)
    if (!isGivenAway) [inStock, awaitsPrice] = [false, isForSale]
  } else {
    awaitsPrice = false
    if (product.awaitsPrice) inStock = isForSale
    if (product.priceCents > 0) warnings.push(...warningOfPrice(product.priceCents, priceCents))
  }
  const wanted: Partial<ProductContent> = { inStock, awaitsPrice }
  const set: Partial<Record<ContentField, unknown>> = {}
  const changes: RowChange[] = []
  for (const field of CONTENT_FIELDS) {
    const value = wanted[field] ?? said[field]
    // Most fields of most rows are as they were, and most are no lists.
    if (value === undefined || value === product[field]) continue
    const before = JSON.stringify(product[field])
    const after = JSON.stringify(value)
    if (before === after) continue
    set[field] = value
    changes.push({ field, before, after })
  }
  return changes.length === 0
    ? { outcome: 'unchanged', product }
    : { outcome: 'updated', product, warnings, set: set as Partial<ProductContent>, changes }
}

/** The name is what makes it this product, and an article number is never taken away by an empty cell. */
function cleared(blanks: readonly ContentField[]): Partial<ProductContent> {
  return Object.fromEntries(
    blanks.filter((field) => field !== 'name' && field !== 'sku').map((field) => [field, DEFAULTS[field]]),
  )
}

function warningOfPrice(before: number, after: number): string[] {
  const share = (after - before) / before
  if (Math.abs(share) <= LARGE_CHANGE) return []
  return [
    `The price ${share > 0 ? 'rises' : 'falls'} by ${Math.round(Math.abs(share) * 100)} %: ${toDecimal(before)} → ${toDecimal(after)}.`,
  ]
}

/**
 * What a product's content looks like, in a few characters, to tell later whether somebody has edited it. Its stock is
 * left out, because selling is not editing.
 */
export function markOf(product: ProductContent): string {
  const content = MARKED_FIELDS.map((field) => product[field])
  return hash('sha1', JSON.stringify(content), 'base64url').slice(0, 14)
}

/** The same with its stock: a new product that was sold or restocked since is not what it was. */
export function markWithStockOf(product: ProductContent): string {
  return `${markOf(product)} ${product.stockQuantity} ${product.inStock}`
}

/** A stored value of a change as people read it. */
export function readable(field: string, json: string | null): string | null {
  if (json === null) return null
  const value = JSON.parse(json) as unknown
  if (value === null) return null
  if (typeof value === 'number' && field.endsWith('Cents')) return toDecimal(value)
  if (Array.isArray(value)) return value.join(' | ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${String(each)}`)
      .join('\n')
  return String(value)
}

/** The contract's name of a stored field. */
export function columnOf(field: string): string {
  return field.replace(/Cents$/, '')
}
