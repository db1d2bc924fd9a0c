import type { ProductContent } from '#modules/catalog'
import { MAX_CENTS } from '#platform/shared-kernel/money'
import type { ImportField } from '../import.ts'
import { withoutBrokenQuotes } from '../reading/broken-row.ts'
import type { FileRow } from '../reading/read-file.ts'
import type { SupplierKey } from '../supplier-terms.ts'
import { gtinKey } from './gtin.ts'
import { CellRefused, readGtin } from './read-cells.ts'
import { readCell, trimmedText, type ContentField, type FoundCells } from './row-cells.ts'
import type { RowRules } from './row-rules.ts'
import { piecesOfRow } from './row-terms.ts'
import { asideOf } from './rows-aside.ts'
import { sellingPriceOf } from './selling-price.ts'

/** A row as it is read from the file, before products are looked up. */
export type ReadRow = RefusedRow | GoodRow

interface RefusedRow {
  readonly line: number
  readonly name: string
  readonly refused: { readonly outcome: 'skipped' | 'failed'; readonly reason: string }
  /** Which product it means as far as its cells tell, so that this one counts as on the list; null without a supplier. */
  readonly means: Meaning | null
}

/** A row of which every cell could be read. */
export interface GoodRow {
  readonly line: number
  readonly name: string
  readonly refused: null
  /** The values of the cells that are not empty. */
  readonly values: Partial<ProductContent>
  /** The product's EAN or UPC, which is kept among its specifications. */
  readonly gtin: string | null
  readonly key: RowKey
  /** What the product costs the shop, under a price rule. */
  readonly costCents: number | null
  /** Columns that are in the file and empty in this row. */
  readonly blanks: readonly ContentField[]
  /** What staff should look at, whatever product the row means. */
  readonly warnings: readonly string[]
}

/** By what a row finds its product. */
export type RowKey =
  | { readonly by: 'sku'; readonly sku: string }
  | { readonly by: 'gtin'; readonly gtin: string }
  | { readonly by: 'name' }

/** A row's key, and the values that go with it. */
export interface Meaning {
  readonly key: RowKey
  readonly values: Pick<Partial<ProductContent>, 'sku' | 'name' | 'brand'>
}

/** The values of a new product that the file does not set (specification 2, section 5). */
export const DEFAULTS: ProductContent = {
  sku: null,
  name: '',
  description: '',
  brand: '',
  category: 'printers',
  priceCents: 0,
  originalPriceCents: null,
  image: '',
  images: [],
  tags: [],
  inStock: true,
  stockQuantity: 0,
  awaitsPrice: false,
  isFeatured: false,
  isBusinessProduct: false,
  specifications: '',
  features: [],
  fits: [],
  pageYield: null,
  supplyColor: null,
}

/** What a row says of its product, or why it is left out; never throws for what is in its cells. */
export function readRow(row: FileRow, rules: RowRules): ReadRow {
  const { line, cells } = row
  const { columns } = rules
  const nameColumn = columns.findIndex(({ field }) => field === 'name')
  const name = (row.problem === null && nameColumn !== -1 ? trimmedText(cells[nameColumn] ?? '') : '').slice(0, 200)
  const refuse = (outcome: 'skipped' | 'failed', reason: string): ReadRow => ({
    line,
    name,
    refused: { outcome, reason },
    means: rules.isNoted ? meaningOf(withoutBrokenQuotes(row, rules)?.cells ?? [], rules) : null,
  })
  if (row.problem !== null) return refuse('failed', row.problem)
  if (cells.length < columns.length)
    return refuse('skipped', `The row has ${cells.length} of ${columns.length} values.`)
  // Spreadsheets write empty cells behind the last column.
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return refuse('failed', `Line ${line} has ${cells.length} values for ${columns.length} columns.`)
  const aside = asideOf(cells, columns)
  if (aside !== null) return refuse('skipped', aside)

  const warnings: string[] = []
  const found: FoundCells = {
    values: {},
    blanks: [],
    gtin: null,
    pieces: null,
    warn: (warning) => warnings.push(warning),
  }
  const problems: string[] = []
  try {
    found.pieces = piecesOfRow(cells, columns, found.warn)
  } catch (error) {
    problems.push(problemIn(error))
  }
  for (let index = 0; index < columns.length; index++) {
    try {
      readCell(cells[index] ?? '', index, found, rules)
    } catch (error) {
      problems.push(problemIn(error))
    }
  }
  const { values, blanks, gtin } = found
  // A SKU is enough for an existing product; whether it exists is decided later.
  if (problems.length === 0 && values.name === undefined && values.sku === undefined) problems.push('name is missing')
  if (problems.length > 0) return refuse('failed', sentence(problems.join('; ')))
  const priced = sellingPriceOf(values as Partial<ProductContent>, rules.priceRule)
  if ((priced.values.priceCents ?? 0) > MAX_CENTS)
    return refuse('failed', 'The price would be too high by the supplier’s rule.')
  return { line, name, refused: null, gtin, blanks, warnings, key: rowKeyOf(priced.values, gtin, rules.key), ...priced }
}

function problemIn(error: unknown): string {
  if (!(error instanceof CellRefused)) throw error
  return error.message
}

function meaningOf(cells: readonly string[], { columns, key }: RowRules): Meaning | null {
  const cellOf = (field: ImportField) =>
    trimmedText(cells[columns.findIndex((column) => column.field === field)] ?? '') || undefined
  const [sku, name, brand, gtin] = [cellOf('sku'), cellOf('name'), cellOf('brand'), cellOf('gtin')]
  if (sku === undefined && name === undefined) return null
  const values = {
    ...(sku === undefined ? {} : { sku }),
    ...(name === undefined ? {} : { name }),
    ...(brand === undefined ? {} : { brand }),
  }
  return { key: rowKeyOf(values, gtin === undefined ? null : readGtin(gtin), key), values }
}

function rowKeyOf({ sku, name }: Partial<ProductContent>, gtin: string | null, key: SupplierKey): RowKey {
  if (key === 'gtin' && gtin !== null) return { by: 'gtin', gtin }
  // A supplier whose numbers are not the shop's is asked for by name, and by number only where there is no name.
  return sku && (key === 'sku' || name === undefined) ? { by: 'sku', sku } : { by: 'name' }
}

function sentence(text: string): string {
  return `${text}.`
}

/** What identifies the product of a row within a file: each of these may be there once. */
export function identitiesOf({ key, values: { sku, brand, name } }: GoodRow): readonly string[] {
  if (key.by === 'sku') return [`sku ${key.sku}`]
  const own = key.by === 'gtin' ? `gtin ${gtinKey(key.gtin)}` : `name ${JSON.stringify([brand ?? '', name])}`
  return sku ? [own, `sku ${sku}`] : [own]
}
