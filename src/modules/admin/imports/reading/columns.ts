import { hash } from 'node:crypto'
import { onFirstUse } from '#platform/concurrency/on-first-use'
import { FileRefused } from '../errors.ts'
import { IMPORT_FIELDS, type ImportColumn, type ImportField, type ImportMode } from '../import.ts'
import { candidatesOf, wordsOf } from './header-words.ts'
import { unitColumnOf } from './price-units.ts'

/** Names that every JavaScript object has. */
const RESERVED = new Set(['__proto__', ...Object.getOwnPropertyNames(Object.prototype)])

/** stock_quantity, stockQuantity and "Stock Quantity" are the same column. */
function nameOf(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const fieldsByName = onFirstUse(
  () => new Map<string, ImportField>(IMPORT_FIELDS.map((field) => [nameOf(field), field])),
)
/** Short names of flags, which no words of suppliers stand for. */
const ALSO_CALLED = new Map<string, ImportField>([
  ['featured', 'isFeatured'],
  ['business', 'isBusinessProduct'],
  ['isbusiness', 'isBusinessProduct'],
])
/** More than any rule for words: a column with the field's own name fills it. */
const OWN_NAME_WEIGHT = 1000

/** The names of the columns, and the first name that is there twice. */
export interface ReadHeaders {
  readonly headers: readonly string[]
  readonly twice: string | null
}

/**
 * The names of the columns in the file; columns without a name get one, and a name that is there again gets a number.
 * Empty columns behind the last name do not count.
 * @throws FileRefused for a reserved name
 */
export function readHeaders(cells: readonly string[]): ReadHeaders {
  const count = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const seen = new Map<string, number>()
  const taken = new Set<string>()
  let twice: string | null = null
  const headers = cells.slice(0, count).map((cell, index) => {
    const header = cell.replaceAll(/\s+/gu, ' ').trim()
    if (RESERVED.has(header)) throw FileRefused.reservedHeader(header)
    const name = nameOf(header)
    const before = name === '' ? 0 : (seen.get(name) ?? 0)
    if (name !== '') seen.set(name, before + 1)
    if (before > 0) twice ??= header
    let shown = header === '' ? `Column ${index + 1}` : before > 0 ? `${header} (${before + 1})` : header
    while (taken.has(shown)) shown = `${shown}'`
    taken.add(shown)
    return shown
  })
  return { headers, twice }
}

const FLAG_WORDS = /^(0|1|true|false|yes|no|y|n|ja|nein|j|oui|non|o|si|sí|x)?$/i

/**
 * Which field each column fills, by its name or the words in it; null for columns that are not known.
 * @param samples values of each column, which tell a number of pieces from a yes or no, and a number from a name
 * @param units what columns that may have the pieces of a price say, as in `ImportColumn`
 */
export function recognizeColumns(
  headers: readonly string[],
  samples: readonly (readonly string[])[] = [],
  units: readonly ImportColumn['units'][] = [],
): readonly (ImportField | null)[] {
  const rated = headers.flatMap((header, index) => {
    if (isPriceUnit(header, samples[index] ?? [], units[index]))
      return [{ index, field: 'priceUnit' as const, weight: OWN_NAME_WEIGHT }]
    const own = fieldsByName().get(nameOf(header)) ?? ALSO_CALLED.get(nameOf(header))
    if (own !== undefined && own !== 'priceUnit') return [{ index, field: own, weight: OWN_NAME_WEIGHT }]
    const values = (samples[index] ?? []).filter((value) => value.trim() !== '')
    return candidatesOf(header)
      .filter(({ field, weight }) => !isContradicted(field, weight, values))
      .map(({ field, weight }) => ({ index, field, weight: weight + adjustmentOf(field, weight, values) }))
  })
  rated.push(...numbersOf(headers, samples, rated))
  rated.sort((a, b) => b.weight - a.weight || a.index - b.index)
  const fields: (ImportField | null)[] = headers.map(() => null)
  for (const { index, field } of rated) {
    if (fields[index] === null && !fields.includes(field)) fields[index] = field
  }
  return withFallbacks(fields)
}

/** Whether a column has the pieces that prices are for, by its name and what its cells say. */
function isPriceUnit(header: string, values: readonly string[], units: ImportColumn['units']): boolean {
  const kind = unitColumnOf(header)
  // "Price/Unit" has prices.
  if (kind === 'no' || values.some((value) => AMOUNT.test(value.trim()))) return false
  if (kind === 'yes') return true
  // 5 or 12 pieces are how it is packed.
  const { pieces = [], isWhole = false } = units ?? {}
  return isWhole && pieces.some((each) => each > 1) && pieces.every((each) => /^10*$/.test(String(each)))
}

const AMOUNT = /^[$€£]?\s?\d[\d.,' ]*[.,]\d{2}(?:\s?[$€£])?$/

const THING = /^(item|artikel|article|articulo|product|produkt|produit|producto)$/

/** "Item" and "Artikel" are the numbers where another column has the names and theirs look like numbers. */
function numbersOf(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  rated: readonly { readonly index: number; readonly field: ImportField; readonly weight: number }[],
): { index: number; field: ImportField; weight: number }[] {
  return headers.flatMap((header, index) => {
    const values = (samples[index] ?? []).filter((value) => value.trim() !== '')
    const isNumber = values.length > 0 && values.every((value) => /\d/.test(value) && !/\s/.test(value.trim()))
    const isNamed = rated.some((each) => each.index !== index && each.field === 'name' && each.weight >= 50)
    return isNumber && isNamed && THING.test(wordsOf(header)) ? [{ index, field: 'sku', weight: 35 }] : []
  })
}

/** Whether the values of a column cannot be what its name says: groups are words, and lines are counted 1, 2, 3. */
function isContradicted(field: ImportField, weight: number, values: readonly string[]): boolean {
  if (values.length < 2) return false
  if (field === 'currency') return values.some((value) => /\d/.test(value))
  if (field === 'category') return values.every((value) => /^[\d\s.,-]+$/.test(value))
  return field === 'sku' && weight < 50 && values.every((value, index) => Number(value) === index + 1)
}

function adjustmentOf(field: ImportField, weight: number, values: readonly string[]): number {
  if (values.length === 0) return 0
  if (field === 'inStock') return values.every((value) => FLAG_WORDS.test(value.trim())) ? 10 : 0
  // "Article" and "Model" are numbers in some lists and names in others.
  if (field === 'name' && weight < 50) return values.some((value) => value.trim().includes(' ')) ? 0 : -20
  return 0
}

/** A list with one text has the name in it, and one with one price sells at it. */
function withFallbacks(fields: readonly (ImportField | null)[]): readonly (ImportField | null)[] {
  const instead = (missing: ImportField, other: ImportField) => (list: readonly (ImportField | null)[]) =>
    list.includes(missing) ? list : list.map((field) => (field === other ? missing : field))
  const isOnlyText = fields.includes('price') || fields.includes('sku')
  const named = isOnlyText ? instead('name', 'description')(fields) : fields
  return instead('price', 'originalPrice')(named)
}

/** How many different fields the cells of a line name; the header of a file names the most. */
export function countKnown(cells: readonly string[]): number {
  return new Set(recognizeColumns(cells.map((cell) => cell.replaceAll(/\s+/gu, ' '))).filter((field) => field !== null))
    .size
}

/** A hash of the columns' names, by which the list of a supplier is known again. */
export function headerKeyOf(headers: readonly string[]): string {
  return hash('sha1', headers.join('\n'), 'base64url')
}

/** Whether rows can identify products: by name, or by SKU when products are updated. */
export function canNameProducts(fields: readonly (ImportField | null)[], mode: ImportMode): boolean {
  return fields.includes('name') || (mode === 'upsert' && fields.includes('sku'))
}
