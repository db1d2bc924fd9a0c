import type { ProductContent } from '#modules/catalog'
import type { ImportField } from '../import.ts'
import type { FileRow } from '../reading/read-file.ts'
import {
  CellRefused,
  readCategory,
  readFeatures,
  readFits,
  readFlag,
  readImage,
  readImages,
  readLine,
  readPrice,
  readSpecifications,
  readStock,
  readSupplyColor,
  readTags,
  readText,
  readYield,
} from './read-cells.ts'

/** A row as it is read from the file, before products are looked up. */
export type ReadRow =
  | {
      readonly line: number
      readonly name: string
      readonly refused: { readonly outcome: 'skipped' | 'failed'; readonly reason: string }
    }
  | {
      readonly line: number
      readonly name: string
      readonly refused: null
      /** The values of the cells that are not empty. */
      readonly values: Partial<ProductContent>
      /** Columns that are in the file and empty in this row. */
      readonly blanks: readonly ContentField[]
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

const READERS: { readonly [Field in ImportField]: readonly [field: ContentField, read: (cell: string) => unknown] } = {
  sku: ['sku', (cell) => readLine('sku', cell, 64)],
  name: ['name', (cell) => readLine('name', cell, 200)],
  description: ['description', (cell) => readText('description', cell, 5000)],
  category: ['category', readCategory],
  brand: ['brand', (cell) => readLine('brand', cell, 80)],
  price: ['priceCents', (cell) => readPrice('price', cell)],
  originalPrice: ['originalPriceCents', (cell) => readPrice('originalPrice', cell) || null],
  image: ['image', (cell) => readImage('image', cell)],
  images: ['images', readImages],
  specifications: ['specifications', readSpecifications],
  features: ['features', readFeatures],
  stockQuantity: ['stockQuantity', readStock],
  inStock: ['inStock', (cell) => readFlag('inStock', cell)],
  isFeatured: ['isFeatured', (cell) => readFlag('isFeatured', cell)],
  isBusinessProduct: ['isBusinessProduct', (cell) => readFlag('isBusinessProduct', cell)],
  tags: ['tags', readTags],
  fits: ['fits', readFits],
  pageYield: ['pageYield', readYield],
  supplyColor: ['supplyColor', readSupplyColor],
}

/** Removes spaces around a cell; a tab at its beginning is part of the value. */
function trimmed(cell: string): string {
  return cell.replace(/^[ \u00a0\n]+/, '').trimEnd()
}

/** Reads a row by the columns of its file. @param fields what each column fills */
export function readRow(row: FileRow, fields: readonly (ImportField | null)[]): ReadRow {
  const { line, cells } = row
  const nameColumn = fields.indexOf('name')
  const name = (row.problem === null && nameColumn !== -1 ? trimmed(cells[nameColumn] ?? '') : '').slice(0, 200)
  const refuse = (outcome: 'skipped' | 'failed', reason: string): ReadRow => ({
    line,
    name,
    refused: { outcome, reason },
  })
  if (row.problem !== null) return refuse('failed', row.problem)
  if (cells.length < fields.length) return refuse('skipped', `The row has ${cells.length} of ${fields.length} values.`)
  if (cells.length > fields.length)
    return refuse('failed', `Line ${line} has ${cells.length} values for ${fields.length} columns.`)
  if (cells.every((cell) => cell.trim() === '')) return refuse('skipped', 'The row is empty.')

  const values: Partial<Record<ContentField, unknown>> = {}
  const blanks: ContentField[] = []
  const problems: string[] = []
  fields.forEach((column, index) => {
    const raw = cells[index] ?? ''
    if (raw.length > MAX_CELL_LENGTH)
      problems.push(
        `the cell in column ${index + 1} has ${raw.length.toLocaleString('en-US')} characters, at most ${MAX_CELL_LENGTH.toLocaleString('en-US')} are possible`,
      )
    if (column === null || raw.length > MAX_CELL_LENGTH) return
    const [field, read] = READERS[column]
    const cell = trimmed(raw)
    if (cell === '') return void blanks.push(field)
    try {
      values[field] = read(cell)
    } catch (error) {
      if (!(error instanceof CellRefused)) throw error
      problems.push(error.message)
    }
  })
  // A SKU is enough for an existing product; whether it exists is decided later.
  if (problems.length === 0 && values.name === undefined && values.sku === undefined) problems.push('name is missing')
  if (problems.length > 0) return refuse('failed', sentence(problems.join('; ')))
  return { line, name, refused: null, values: values as Partial<ProductContent>, blanks }
}

function sentence(text: string): string {
  return `${text}.`
}

/** What identifies a product: its SKU, or else brand and name. */
export function keyOf({
  sku,
  brand,
  name,
}: {
  readonly sku?: string | null
  readonly brand?: string
  readonly name?: string
}): string {
  return sku ? `sku ${sku}` : `name ${JSON.stringify([brand ?? '', name])}`
}
