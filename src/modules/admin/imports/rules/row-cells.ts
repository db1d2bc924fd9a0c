import type { ProductContent } from '#modules/catalog'
import type { ImportField } from '../import.ts'
import { NOT_CALCULATED } from '../reading/workbook.ts'
import { isSpreadsheetError } from './doubtful-cells.ts'
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
import { readPrice, type PriceContext } from './read-price.ts'
import { readStock } from './read-stock.ts'
import type { RowRules } from './row-rules.ts'
import { checkCurrency, piecesOfPrice } from './row-terms.ts'

export type ContentField = keyof ProductContent

/** What the cells of a row say. */
export interface FoundCells {
  readonly values: Partial<Record<ContentField, unknown>>
  readonly blanks: ContentField[]
  gtin: string | null
  /** What its prices are for. */
  pieces: number | null
  readonly warn: (warning: string) => void
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

/** "–" and "n/a" in a column of numbers mean that there is none. */
const NO_NUMBER = /^(-+|–|—|n\.?\s?\/?\s?a\.?|k\.\s?a\.|null|\.)$/i
const NUMBER_FIELDS: ReadonlySet<ImportField> = new Set([
  'price',
  'originalPrice',
  'stockQuantity',
  'gtin',
  'pageYield',
])
const AMOUNTS: ReadonlySet<ImportField> = new Set(['price', 'originalPrice', 'stockQuantity'])
/** Texts without which a row is right: one that looks like an error of a spreadsheet is left out. */
const DETAILS: ReadonlySet<ImportField> = new Set(['brand', 'description', 'specifications', 'features', 'fits'])
const TO_CALCULATE = 'is a formula that was never calculated: open the workbook in a spreadsheet and save it there'
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

/** A number as a workbook's is written, and the currency that its format shows (reading/workbook-process.mjs). */
const FILLED_DECIMALS = /^(-?\d+\.\d{3})000000$/
const SHOWN_CURRENCY = /^(-?\d[\d.]*)\u202f\D{1,5}$/
/** The text of a cell that is no amount: the number of an article is as it is in the workbook. */
export function trimmedText(cell: string): string {
  return trimmed(cell).replace(SHOWN_CURRENCY, '$1').replace(FILLED_DECIMALS, '$1')
}

/** Whether a cell says nothing. */
function isBlank(field: ImportField, cell: string, { unpriced }: RowRules): boolean {
  const isPrice = field === 'price' || field === 'originalPrice'
  return cell === '' || (NUMBER_FIELDS.has(field) && NO_NUMBER.test(cell)) || (unpriced && isPrice && !/\d/.test(cell))
}

/** Adds what one cell says. @param index of its column @throws CellRefused */
export function readCell(raw: string, index: number, found: FoundCells, rules: RowRules): void {
  const { values, warn } = found
  const column = rules.columns[index]
  if (raw.length > MAX_CELL_LENGTH)
    throw new CellRefused(
      `the cell in column ${index + 1} has ${raw.length.toLocaleString('en-US')} characters, at most ${MAX_CELL_LENGTH.toLocaleString('en-US')} are possible`,
    )
  if (column === undefined || column.field === null || column.field === 'priceUnit') return
  const { field, numbers } = column
  const cell = AMOUNTS.has(field) ? trimmed(raw) : trimmedText(raw)
  if (isSpreadsheetError(cell)) {
    const isBare = cell === NOT_CALCULATED
    if (!DETAILS.has(field) && (isBare || field !== 'name'))
      throw new CellRefused(isBare ? `${field} ${TO_CALCULATE}` : `${field} is an error of the spreadsheet: "${cell}"`)
    warn(`The ${field} “${cell}” looks like an error of a spreadsheet.`)
    if (field !== 'name') return
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
