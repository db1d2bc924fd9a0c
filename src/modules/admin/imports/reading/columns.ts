import { FileRefused, MappingRefused } from '../errors.ts'
import { IMPORT_FIELDS, type ImportField, type ImportMode } from '../import.ts'

export const DELIMITERS = [',', ';', '\t', '|'] as const
/** Names that every object of the language has. */
const RESERVED = new Set(['__proto__', ...Object.getOwnPropertyNames(Object.prototype)])

/** stock_quantity, stockQuantity and "Stock Quantity" are the same column. */
function nameOf(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const FIELDS = new Map<string, ImportField>(IMPORT_FIELDS.map((field) => [nameOf(field), field]))
/** What suppliers also call them; used only where the field's own name is not in the file. */
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
])

/** The character between the cells: the one that tells the most known columns apart, else the most columns. */
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
 * The names of the columns as they stand in the file; columns without a name get one.
 * @throws FileRefused for a name that is there twice or that cannot be one
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
export function recogniseColumns(headers: readonly string[]): readonly (ImportField | null)[] {
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

/** Whether rows can say which product they mean: by its name, or by its article number where products are updated (design, section 6). */
export function canNameProducts(fields: readonly (ImportField | null)[], mode: ImportMode): boolean {
  return fields.includes('name') || (mode === 'upsert' && fields.includes('sku'))
}

/**
 * Which field each column fills after somebody has mapped some of them by hand. A field that was given to another
 * column by hand is taken from the one that was recognised.
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
  return recogniseColumns(headers).map((field, index) => {
    const header = headers[index] ?? ''
    if (given.has(header)) return given.get(header) ?? null
    return field !== null && byHand.includes(field) ? null : field
  })
}
