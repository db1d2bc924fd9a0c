import type { ProductContent } from '#modules/catalog'
import { MAX_CENTS } from '#platform/money'
import type { ImportColumn, ImportField, ProductImport } from '../import.ts'
import type { FileRow } from '../reading/read-file.ts'
import type { PriceRule, SupplierKey } from '../supplier-terms.ts'
import {
  CellRefused,
  readCategory,
  readFeatures,
  readFits,
  readFlag,
  readGtin,
  readImage,
  readImages,
  readLine,
  readName,
  readSpecifications,
  readSku,
  readSupplyColor,
  readTags,
  readText,
  readYield,
} from './read-cells.ts'
import { isSpreadsheetError } from './doubtful-cells.ts'
import { readPrice, type PriceContext } from './read-price.ts'
import { readStock } from './read-stock.ts'
import { checkCurrency, piecesOfPrice, piecesOfRow } from './row-terms.ts'
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

export type ContentField = keyof ProductContent

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

const MAX_CELL_LENGTH = 64 * 1024

/** What a cell's meaning depends on, beside the cell. */
interface CellContext extends PriceContext {
  readonly categories: ReadonlyMap<string, string>
  readonly today: Date
}

const READERS: {
  readonly [Field in Exclude<ImportField, 'gtin' | 'stockQuantity' | 'priceUnit' | 'currency'>]: readonly [
    field: ContentField,
    /** undefined leaves the product's value. */
    read: (cell: string, context: CellContext) => unknown,
  ]
} = {
  sku: ['sku', (cell, { warn }) => readSku(cell, warn)],
  name: ['name', readName],
  description: ['description', (cell) => readText('description', cell, 5000)],
  category: ['category', (cell, { categories }) => readCategory(cell, categories)],
  brand: ['brand', (cell) => readLine('brand', cell, 80)],
  price: ['priceCents', (cell, context) => readPrice('price', cell, context)],
  originalPrice: ['originalPriceCents', (cell, context) => readPrice('originalPrice', cell, context) || null],
  image: ['image', (cell, { warn }) => readImage('image', cell, warn)],
  images: ['images', (cell, { warn }) => readImages(cell, warn)],
  specifications: ['specifications', readSpecifications],
  features: ['features', readFeatures],
  inStock: ['inStock', (cell) => readFlag('inStock', cell)],
  isFeatured: ['isFeatured', (cell) => readFlag('isFeatured', cell)],
  isBusinessProduct: ['isBusinessProduct', (cell) => readFlag('isBusinessProduct', cell)],
  tags: ['tags', readTags],
  fits: ['fits', readFits],
  pageYield: ['pageYield', readYield],
  supplyColor: ['supplyColor', readSupplyColor],
}

/** How the rows of an import are read: what each column fills, and what its cells depend on. */
export interface RowRules {
  readonly columns: readonly Pick<ImportColumn, 'field' | 'numbers' | 'header' | 'currency' | 'pieces' | 'units'>[]
  /** Whether the list says that prices are for several pieces, and not in which column. */
  readonly hasPriceNote: boolean
  /** When the list came. */
  readonly today: Date
  readonly categories: ReadonlyMap<string, string>
  readonly unpriced: boolean
  readonly key: SupplierKey
  readonly priceRule: PriceRule | null
  /** Whether the shop notes which products are on the list. */
  readonly isNoted: boolean
}

/** What the rows of an import are read by, taken from its answers and its copy of the supplier's rules. */
export function rowRulesOf({
  columns,
  categories,
  unpriced,
  supplier,
  priceNote = null,
  createdAt,
}: Pick<ProductImport, 'columns' | 'categories' | 'unpriced' | 'supplier' | 'priceNote' | 'createdAt'>): RowRules {
  return {
    columns,
    unpriced,
    hasPriceNote: priceNote !== null,
    today: createdAt,
    categories: new Map(categories.map(({ value, category }) => [value, category])),
    key: supplier?.key ?? 'sku',
    priceRule: supplier?.priceRule ?? null,
    isNoted: supplier !== null,
  }
}

/** "–" and "n/a" in a column of numbers mean that there is none. */
const NO_NUMBER = /^(-+|–|—|n\.?\s?\/?\s?a\.?|k\.\s?a\.|null|\.)$/i
const NUMBER_FIELDS: ReadonlySet<ImportField> = new Set(['price', 'originalPrice', 'stockQuantity', 'gtin'])
/** What may be any text, also one that looks like an error of a spreadsheet. */
const TEXT_FIELDS: ReadonlySet<ImportField> = new Set([
  'name',
  'brand',
  'description',
  'specifications',
  'features',
  'fits',
])
/** Most cells: of ASCII, without space at their ends. */
const IS_TRIMMED = /^[!-~](?:[ -~]*[!-~])?$/
/** Removes spaces around a cell; a tab at its beginning is part of the value. Workbooks break lines by U+2028. */
function trimmed(cell: string): string {
  if (IS_TRIMMED.test(cell)) return cell
  return cell
    .replaceAll('\u2028', '\n')
    .replace(/^[ \u00a0\n]+/, '')
    .trimEnd()
}

/** Whether a cell says nothing. */
function isBlank(field: ImportField, cell: string, { unpriced }: RowRules): boolean {
  const isPrice = field === 'price' || field === 'originalPrice'
  return cell === '' || (NUMBER_FIELDS.has(field) && NO_NUMBER.test(cell)) || (unpriced && isPrice && !/\d/.test(cell))
}

/** Reads a row of a file. */
export function readRow(row: FileRow, rules: RowRules): ReadRow {
  const { line, cells } = row
  const { columns } = rules
  const nameColumn = columns.findIndex(({ field }) => field === 'name')
  const name = (row.problem === null && nameColumn !== -1 ? trimmed(cells[nameColumn] ?? '') : '').slice(0, 200)
  const refuse = (outcome: 'skipped' | 'failed', reason: string): ReadRow => ({
    line,
    name,
    refused: { outcome, reason },
    means: rules.isNoted && row.problem === null ? meaningOf(cells, rules) : null,
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
  const found: Found = { values: {}, blanks: [], gtin: null, pieces: null, warn: (warning) => warnings.push(warning) }
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
    return refuse('failed', "The price would be too high by the supplier's rule.")
  return { line, name, refused: null, gtin, blanks, warnings, key: rowKeyOf(priced.values, gtin, rules.key), ...priced }
}

/** What the cells of a row say. */
interface Found {
  readonly values: Partial<Record<ContentField, unknown>>
  readonly blanks: ContentField[]
  gtin: string | null
  /** What its prices are for. */
  pieces: number | null
  readonly warn: (warning: string) => void
}

function problemIn(error: unknown): string {
  if (!(error instanceof CellRefused)) throw error
  return error.message
}

/** Adds what one cell says. @param index of its column @throws CellRefused */
function readCell(raw: string, index: number, found: Found, rules: RowRules): void {
  const { values, warn } = found
  const column = rules.columns[index]
  if (raw.length > MAX_CELL_LENGTH)
    throw new CellRefused(
      `the cell in column ${index + 1} has ${raw.length.toLocaleString('en-US')} characters, at most ${MAX_CELL_LENGTH.toLocaleString('en-US')} are possible`,
    )
  if (column === undefined || column.field === null || column.field === 'priceUnit') return
  const { field, numbers } = column
  const cell = trimmed(raw)
  if (isSpreadsheetError(cell)) {
    if (!TEXT_FIELDS.has(field)) throw new CellRefused(`${field} is an error of the spreadsheet: "${cell}"`)
    warn(`The ${field} “${cell}” looks like an error of a spreadsheet.`)
  }
  if (field === 'currency') checkCurrency(cell, column)
  else if (field === 'gtin') found.gtin = isBlank(field, cell, rules) ? null : readGtin(cell, warn)
  else if (isBlank(field, cell, rules)) found.blanks.push(field === 'stockQuantity' ? field : READERS[field][0])
  else if (field === 'stockQuantity')
    // A column that says yes or no has the last word on it.
    Object.assign(values, {
      ...readStock(cell, { numbers, today: rules.today, warn }),
      ...('inStock' in values ? { inStock: values.inStock } : {}),
    })
  else {
    const [into, read] = READERS[field]
    const context = {
      numbers,
      currency: column.currency,
      pieces: piecesOfPrice(found.pieces, column, rules),
      categories: rules.categories,
      today: rules.today,
      warn,
    }
    const value = read(cell, context)
    if (value !== undefined) values[into] = value
  }
}

function meaningOf(cells: readonly string[], { columns, key }: RowRules): Meaning | null {
  const cellOf = (field: ImportField) =>
    trimmed(cells[columns.findIndex((column) => column.field === field)] ?? '') || undefined
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
  const own = key.by === 'gtin' ? `gtin ${key.gtin}` : `name ${JSON.stringify([brand ?? '', name])}`
  return sku ? [own, `sku ${sku}`] : [own]
}
