import { FileRefused, MappingRefused } from '../errors.ts'
import { IMPORT_FIELDS, type ImportField, type ImportMode } from '../import.ts'

export const DELIMITERS = [',', ';', '\t', '|'] as const
/** Names that every JavaScript object has. */
const RESERVED = new Set(['__proto__', ...Object.getOwnPropertyNames(Object.prototype)])

/** stock_quantity, stockQuantity and "Stock Quantity" are the same column. */
function nameOf(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const FIELDS = new Map<string, ImportField>(IMPORT_FIELDS.map((field) => [nameOf(field), field]))
/** Other names that suppliers use; they count only when the field's own name is not in the file. */
const ALSO_CALLED = new Map<string, ImportField>([
  ['productname', 'name'],
  ['title', 'name'],
  ['articlenumber', 'sku'],
  ['itemnumber', 'sku'],
  ['manufacturer', 'brand'],
  ['stock', 'stockQuantity'],
  ['quantity', 'stockQuantity'],
  ['qty', 'stockQuantity'],
  ['imageurl', 'image'],
  ['mainimage', 'image'],
  ['featured', 'isFeatured'],
  ['business', 'isBusinessProduct'],
  ['isbusiness', 'isBusinessProduct'],
  ['specs', 'specifications'],
  ['compatiblewith', 'fits'],
  ['fitsmodels', 'fits'],
  ['yield', 'pageYield'],
])

/** The delimiter that gives the most known columns, or else the most columns. */
export function findDelimiter(firstLine: string): string {
  const unquoted = firstLine.replaceAll(/"(?:[^"]|"")*"/g, (quoted) => quoted.slice(1, -1).replaceAll(/[,;\t|]/g, ' '))
  const rated = DELIMITERS.map((delimiter) => {
    const cells = unquoted.split(delimiter)
    const known = cells.filter((cell) => FIELDS.has(nameOf(cell)) || ALSO_CALLED.has(nameOf(cell))).length
    return { delimiter, known, count: cells.length }
  })
  return rated.sort((a, b) => b.known - a.known || b.count - a.count)[0]?.delimiter ?? ','
}

/**
 * The names of the columns in the file; columns without a name get one.
 * @throws FileRefused for a name that is there twice or is reserved
 */
export function readHeaders(cells: readonly string[]): readonly string[] {
  const seen = new Set<string>()
  return cells.map((cell, index) => {
    const header = cell.trim()
    if (RESERVED.has(header)) throw FileRefused.reservedHeader(header)
    const name = nameOf(header)
    if (header === '') return `Column ${index + 1}`
    if (name !== '' && seen.has(name)) throw FileRefused.duplicateHeader(header)
    seen.add(name)
    return header
  })
}

/** Which field each column fills, by its name; null for columns that are not known. */
export function recognizeColumns(headers: readonly string[]): readonly (ImportField | null)[] {
  const taken = new Set<ImportField>(headers.flatMap((header) => FIELDS.get(nameOf(header)) ?? []))
  return headers.map((header) => {
    const own = FIELDS.get(nameOf(header))
    if (own !== undefined) return own
    const other = ALSO_CALLED.get(nameOf(header))
    if (other === undefined || taken.has(other)) return null
    taken.add(other)
    return other
  })
}

/** Whether rows can identify products: by name, or by SKU when products are updated. */
export function canNameProducts(fields: readonly (ImportField | null)[], mode: ImportMode): boolean {
  return fields.includes('name') || (mode === 'upsert' && fields.includes('sku'))
}

/**
 * Which field each column fills when staff have mapped some of them by hand. A column that was recognized by its name
 * loses its field when staff give the field to another column.
 * @throws MappingRefused
 */
export function mapColumns(
  headers: readonly string[],
  mapping: Readonly<Record<string, ImportField | null>>,
): readonly (ImportField | null)[] {
  const given = new Map(Object.entries(mapping))
  for (const header of given.keys())
    if (!headers.includes(header)) throw new MappingRefused(`The file has no column "${header}".`)
  const byHand = [...given.values()].filter((field) => field !== null)
  const twice = byHand.find((field, index) => byHand.indexOf(field) !== index)
  if (twice !== undefined) throw new MappingRefused(`Only one column can be "${twice}".`)
  return recognizeColumns(headers).map((field, index) => {
    const header = headers[index] ?? ''
    if (given.has(header)) return given.get(header) ?? null
    return field !== null && byHand.includes(field) ? null : field
  })
}
