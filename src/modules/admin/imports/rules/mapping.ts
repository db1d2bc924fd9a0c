import { MappingRefused } from '../errors.ts'
import { IMPORT_FIELDS, MAX_CORRECTIONS, type CorrectedCell, type ImportField, type ProductImport } from '../import.ts'
import type { NewMapping } from '../imports.api.ts'
import type { FoundFile } from '../reading/find-file.ts'
import type { SupplierReading } from '../supplier.ts'

type Fields = readonly (ImportField | null)[]
type Answers = Pick<ProductImport, 'columns' | 'categories' | 'unpriced' | 'mode' | 'blank'>

/** The mapping that a file was sent with. @param json header → field or null @throws MappingRefused */
export function readMapping(json: string): NewMapping['mapping'] {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new MappingRefused('The mapping is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MappingRefused('The mapping must be an object from header to field.')
  const entries = Object.entries(value)
  const wrong = entries.find(([, field]) => field !== null && !(IMPORT_FIELDS as readonly unknown[]).includes(field))
  if (wrong !== undefined) {
    const [column, field] = wrong
    // Anything but a text may have no text: an object decides that itself, and lists may be too deep for one.
    throw new MappingRefused(`The column "${column}" cannot be ${typeof field === 'string' ? `"${field}"` : 'that'}.`)
  }
  return Object.fromEntries(entries) as NewMapping['mapping']
}

/**
 * Which field each column fills when staff have mapped some of them by hand. A column that was recognized by its name
 * loses its field when staff give the field to another column.
 * @param recognized what each column fills by its name
 * @throws MappingRefused
 */
export function mapColumns(headers: readonly string[], recognized: Fields, mapping: NewMapping['mapping']): Fields {
  const given = new Map(Object.entries(mapping))
  refuseUnknown(headers, [...given.keys()])
  const byHand = [...given.values()].filter((field) => field !== null)
  const twice = byHand.find((field, index) => byHand.indexOf(field) !== index)
  if (twice !== undefined) throw new MappingRefused(`Only one column can be "${twice}".`)
  return recognized.map((field, index) => {
    const header = headers[index] ?? ''
    if (given.has(header)) return given.get(header) ?? null
    return field !== null && byHand.includes(field) ? null : field
  })
}

/**
 * What staff said the last time of a list with these columns.
 * @param recognized the fields of columns that were not there
 * @param isPart whether the file is a part of that list, which shows less of how its numbers are written
 */
export function answersOf(
  { columns, categories, unpriced, mode, blank }: Pick<SupplierReading, keyof Answers>,
  found: FoundFile,
  recognized: Fields,
  isPart: boolean,
): Answers {
  const former = new Map(columns.map((column) => [column.header, column]))
  const taken = new Set(found.columns.flatMap(({ header }) => former.get(header)?.field ?? []))
  const fieldOf = (header: string, index: number): ImportField | null => {
    const known = former.get(header)
    if (known !== undefined) return known.field
    const field = recognized[index] ?? null
    return field !== null && taken.has(field) ? null : field
  }
  return {
    categories,
    unpriced,
    mode,
    blank,
    columns: found.columns.map((column, index) => {
      const known = former.get(column.header)
      const pieces = known?.pieces ?? column.pieces
      return {
        ...column,
        field: fieldOf(column.header, index),
        // A few rows may show one format where the whole list showed two.
        numbers: isPart && known !== undefined ? known.numbers : (column.numbers ?? known?.numbers ?? null),
        ...(isPart && known?.currency !== undefined ? { currency: known.currency } : {}),
        ...(pieces === undefined ? {} : { pieces }),
      }
    }),
  }
}

/** What staff have said of a file by now: what they say of it this time, and what they said before. @throws MappingRefused */
export function mapAgain(before: ProductImport, next: NewMapping): Answers & Pick<ProductImport, 'mends' | 'skips'> {
  return {
    columns: columnsWith(before.columns, next),
    categories: categoriesWith(before.categories, next),
    mends: correctionsWith(before, next),
    unpriced: next.unpriced ?? before.unpriced,
    skips: next.skips ?? before.skips,
    mode: next.mode ?? before.mode,
    blank: next.blank ?? before.blank,
  }
}

function columnsWith(
  columns: ProductImport['columns'],
  { mapping, numbers = {}, pieces = {} }: NewMapping,
): ProductImport['columns'] {
  const headers = columns.map(({ header }) => header)
  const current = columns.map(({ field }) => field)
  const fields = mapColumns(headers, current, mapping)
  refuseUnknown(headers, [...Object.keys(numbers), ...Object.keys(pieces)])
  const given = new Map(Object.entries(numbers))
  const givenPieces = new Map(Object.entries(pieces))
  return columns.map((column, index) => ({
    ...column,
    field: fields[index] ?? null,
    numbers: given.get(column.header) ?? column.numbers,
    ...(givenPieces.has(column.header) ? { pieces: givenPieces.get(column.header) } : {}),
  }))
}

function categoriesWith(
  before: ProductImport['categories'],
  { categories = {} }: NewMapping,
): ProductImport['categories'] {
  const kept = before.filter(({ value }) => !Object.hasOwn(categories, value))
  return [...kept, ...Object.entries(categories).map(([value, category]) => ({ value, category }))]
}

function correctionsWith(
  { mends: before, columns }: ProductImport,
  { mends = [] }: NewMapping,
): ProductImport['mends'] {
  refuseUnknown(
    columns.map(({ header }) => header),
    mends.map(({ header }) => header),
  )
  const isSame = (one: CorrectedCell, other: CorrectedCell) => one.line === other.line && one.header === other.header
  const all = [...before.filter((each) => !mends.some((cell) => isSame(cell, each))), ...mends]
  if (all.length > MAX_CORRECTIONS)
    throw new MappingRefused(
      `At most ${MAX_CORRECTIONS} cells can be corrected here. Take the failed rows as CSV, correct them there, and send that file.`,
    )
  return all
}

function refuseUnknown(headers: readonly string[], named: readonly string[]): void {
  const unknown = named.find((header) => !headers.includes(header))
  if (unknown !== undefined) throw new MappingRefused(`The file has no column "${unknown}".`)
}
