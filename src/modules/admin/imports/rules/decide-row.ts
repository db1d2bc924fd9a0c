import { toDecimal } from '#platform/shared-kernel/money'
import type { Product, ProductContent } from '#modules/catalog'
import type { FieldChange } from '../../product-changes/product-changes.api.ts'
import type { BlankRule, ImportMode } from '../import.ts'
import { gtinKey } from './gtin.ts'
import { DEFAULTS, type GoodRow } from './read-row.ts'
import type { ContentField } from './row-cells.ts'

/** What to do with a row. */
export type Decision =
  | { readonly outcome: 'failed'; readonly reason: string }
  | { readonly outcome: 'created'; readonly warnings: readonly string[]; readonly content: ProductContent }
  | { readonly outcome: 'unchanged'; readonly product: Product; readonly warnings: readonly string[] }
  | {
      readonly outcome: 'updated'
      readonly product: Product
      readonly warnings: readonly string[]
      readonly set: Partial<ProductContent>
      readonly changes: readonly FieldChange[]
    }

const LARGE_CHANGE = 0.5
const CONTENT_FIELDS = Object.keys(DEFAULTS) as ContentField[]

/** Decides a row by the products in the catalog. @param candidates products with the row's SKU, EAN or name */
export function decideRow(
  row: GoodRow,
  candidates: readonly Product[],
  rules: { readonly mode: ImportMode; readonly blank: BlankRule },
): Decision {
  const { key } = row
  const same = candidates.filter((product) => isMeant(row, product))
  const [product] = same
  if (product === undefined) return create(row)
  if (rules.mode === 'create') return { outcome: 'failed', reason: EXISTS[key.by](row) }
  if (same.length > 1)
    return { outcome: 'failed', reason: `${same.length} products have this brand and name; say which one by its sku.` }
  return change(row, product, rules.blank)
}

/** Of candidates for a number or an EAN, the caller has found the one that it means. */
function isMeant({ key, values }: GoodRow, product: Product): boolean {
  if (key.by !== 'name') return true
  return product.name === values.name && (values.brand === undefined || product.brand === values.brand)
}

const EXISTS: Readonly<Record<GoodRow['key']['by'], (row: GoodRow) => string>> = {
  sku: ({ values }) => `A product with the sku "${values.sku}" exists already.`,
  gtin: ({ gtin }) => `A product with the EAN "${gtin}" exists already.`,
  name: () => 'A product with this brand and name exists already.',
}

/** What a stock cell says of a product without saying whether it is in stock: none are left, and it is sold out. */
function isSoldOut({ stockQuantity, inStock }: Partial<ProductContent>): boolean {
  return stockQuantity === 0 && inStock === undefined
}

/** The specifications with the EAN or UPC of the row; one that is there stays as another list has written it. */
function withGtin(specifications: ProductContent['specifications'], gtin: string): ProductContent['specifications'] {
  const key = gtinKey(gtin)
  if (typeof specifications !== 'string')
    return gtinKey(specifications[GTIN] ?? '') === key ? specifications : { ...specifications, [GTIN]: gtin }
  if (specifications === '') return { [GTIN]: gtin }
  return specifications.includes(key) ? specifications : `${specifications}\n${GTIN}: ${gtin}`
}

/** Among the specifications. */
export const GTIN = 'EAN/UPC'

function create({ values, gtin, warnings }: GoodRow): Decision {
  if (values.name === undefined)
    return { outcome: 'failed', reason: `No product has the sku "${values.sku}", and a new one needs a name.` }
  const content: ProductContent = {
    ...DEFAULTS,
    ...values,
    image: mainPicture(values, []),
    ...(isSoldOut(values) ? { inStock: false } : {}),
    ...(gtin === null ? {} : { specifications: withGtin(values.specifications ?? '', gtin) }),
  }
  if (content.priceCents > 0)
    return { outcome: 'created', content, warnings: [...warnings, ...warningOfOriginal(content)] }
  // A product without a price must not be for sale.
  return {
    outcome: 'created',
    content: { ...content, inStock: false, awaitsPrice: content.inStock },
    warnings: [...warnings, NO_PRICE],
  }
}

/** The picture that a row names as the main one, else the first of all, as for a product that staff add. */
function mainPicture({ image, images }: Partial<ProductContent>, others: readonly string[]): string {
  return image || ((images ?? others)[0] ?? '')
}

const NO_PRICE = 'No price: the product is not for sale until it has one.'

function change(row: GoodRow, product: Product, blank: BlankRule): Decision {
  const given = givenTo(product, row, blank)
  const sale = saleOf(product, given, isSoldOut(row.values))
  const { set, changes } = differencesOf(product, given, sale)
  return changes.length === 0
    ? { outcome: 'unchanged', product, warnings: row.warnings }
    : { outcome: 'updated', product, warnings: [...row.warnings, ...warningsOf(product, given, sale)], set, changes }
}

/** What a row says of a product it has found. */
function givenTo(product: Product, { key, values, blanks, gtin }: GoodRow, blank: BlankRule): Partial<ProductContent> {
  // A list that finds its products in another way has numbers of its own; the shop's number stays.
  const isItsNumber = key.by === 'sku' && key.sku === product.sku
  const own = isItsNumber || product.sku === null ? values : { ...values, sku: product.sku }
  const given: Partial<ProductContent> = blank === 'clear' ? { ...cleared(blanks), ...own } : own
  const isWithoutMain = (given.image ?? (given.images && product.image)) === ''
  const said = isWithoutMain ? { ...given, image: mainPicture(given, product.images) } : given
  return gtin === null
    ? said
    : { ...said, specifications: withGtin(said.specifications ?? product.specifications, gtin) }
}

/** What follows for the sale of a product; undefined where it stays as it is. */
type Sale = Partial<Pick<ProductContent, 'inStock' | 'awaitsPrice'>>

const AS_IT_IS: Sale = {}

function saleOf(product: Product, given: Partial<ProductContent>, saysSoldOut: boolean): Sale {
  const inStock = given.inStock ?? inStockBy(given.stockQuantity, product, saysSoldOut)
  const isForSale = inStock ?? (product.inStock || product.awaitsPrice)
  if ((given.priceCents ?? product.priceCents) > 0)
    return { inStock: product.awaitsPrice ? isForSale : inStock, awaitsPrice: false }
  // A product that staff give away stays so until a file has a price or a stock for it.
  const isGivenAway = product.inStock && given.priceCents === undefined && inStock === undefined
  return isGivenAway ? AS_IT_IS : { inStock: false, awaitsPrice: isForSale }
}

/** The fields that get another value. */
function differencesOf(product: Product, given: Partial<ProductContent>, sale: Sale) {
  const derived: Partial<ProductContent> = sale
  const set: Partial<Record<ContentField, unknown>> = {}
  const changes: FieldChange[] = []
  for (const field of CONTENT_FIELDS) {
    const value = derived[field] ?? given[field]
    // Comparing by identity first saves the JSON of most fields: most are unchanged, and few are lists.
    if (value === undefined || value === product[field]) continue
    const before = JSON.stringify(product[field])
    const after = JSON.stringify(value)
    if (before === after) continue
    set[field] = value
    changes.push({ field, before, after })
  }
  return { set: set as Partial<ProductContent>, changes }
}

/** What staff should look at of the prices. */
function warningsOf(product: Product, given: Partial<ProductContent>, { awaitsPrice }: Sale): string[] {
  const { priceCents = product.priceCents } = given
  if (priceCents === 0)
    return awaitsPrice === true || (given.priceCents === 0 && awaitsPrice !== undefined) ? [NO_PRICE] : []
  const isPriced = given.priceCents !== undefined || given.originalPriceCents !== undefined
  return [
    ...(product.priceCents > 0 ? warningOfPrice(product.priceCents, priceCents) : []),
    ...(isPriced ? warningOfOriginal({ ...product, ...given }) : []),
  ]
}

/**
 * Whether a product is in stock by the pieces that a row gives it; undefined where they leave it as it is. A counted
 * product is in stock while it has pieces. A list that says that there are none has the last word, also on what was made
 * to order; a product that staff took off sale although it had pieces stays off.
 * @param saysSoldOut whether a cell says that there are none, and not only an empty one that is cleared
 */
function inStockBy(pieces: number | undefined, product: Product, saysSoldOut: boolean): boolean | undefined {
  if (pieces === undefined) return undefined
  if (pieces > 0 && product.stockQuantity === 0) return true
  return saysSoldOut || (pieces === 0 && product.stockQuantity > 0) ? false : undefined
}

/** The defaults for empty cells, but for name and SKU: those identify the product. */
function cleared(blanks: readonly ContentField[]): Partial<ProductContent> {
  return Object.fromEntries(
    blanks.filter((field) => field !== 'name' && field !== 'sku').map((field) => [field, DEFAULTS[field]]),
  )
}

/** Two columns of prices that were taken for each other. */
function warningOfOriginal({
  priceCents,
  originalPriceCents,
}: Pick<ProductContent, 'priceCents' | 'originalPriceCents'>): string[] {
  if (originalPriceCents === null || originalPriceCents >= priceCents) return []
  return [`The price is above the original price: ${toDecimal(priceCents)} > ${toDecimal(originalPriceCents)}.`]
}

function warningOfPrice(before: number, after: number): string[] {
  const share = (after - before) / before
  if (Math.abs(share) <= LARGE_CHANGE) return []
  return [
    `The price ${share > 0 ? 'rises' : 'falls'} by ${Math.round(Math.abs(share) * 100)} %: ${toDecimal(before)} → ${toDecimal(after)}.`,
  ]
}
