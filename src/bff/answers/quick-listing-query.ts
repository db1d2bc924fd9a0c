import { FACET_NAMES } from '#contracts/facet-names'
import { FACETS, LISTING_BOUNDS, SORTS } from '#contracts/listing-choices'
import { readPrice } from '#contracts/listing-price'
import type { FilterQuery, ListQuery } from './catalog-filters.ts'

/**
 * Reads the queries that the shop's own pages send in a fifth of the time that the contract takes, which was a tenth of
 * a list's. It returns null for anything unusual or possibly wrong: then the contract reads the query, and it alone
 * decides what is refused and how. A test compares what both read.
 */
export type QuickReader<Query> = (query: Readonly<Record<string, unknown>>) => Query | null

/** The value of a parameter; undefined when the contract has to look at it. */
type ReadValue = (value: unknown) => unknown

/** Visible characters of ASCII with single spaces between them, of which nothing is trimmed or replaced. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

const text =
  (max: number): ReadValue =>
  (value) =>
    typeof value === 'string' && value.length <= max && PLAIN.test(value) ? value : undefined

const oneOf =
  (values: readonly string[]): ReadValue =>
  (value) =>
    values.find((each) => each === value)

const flag: ReadValue = (value) => (value === 'true' ? true : value === 'false' ? false : undefined)

const whole =
  (pattern: RegExp, least: number, most: number): ReadValue =>
  (value) => {
    const number = typeof value === 'string' && pattern.test(value) ? Number(value) : NaN
    return number >= least && number <= most ? number : undefined
  }

const someOf =
  (read: ReadValue, most: number): ReadValue =>
  (value) => {
    if (!Array.isArray(value)) {
      const only = read(value)
      return only === undefined ? undefined : [only]
    }
    const values = value.map(read)
    return values.length <= most && !values.includes(undefined) ? values : undefined
  }

const differentOf = (readOne: ReadValue, most: number): ReadValue => {
  const read = someOf(readOne, most)
  return (value) => {
    const chosen = read(value)
    return Array.isArray(chosen) && chosen.length > 1 ? [...new Set<unknown>(chosen)] : chosen
  }
}

const price: ReadValue = (value) => (typeof value === 'string' ? (readPrice(value) ?? undefined) : undefined)

const FILTERS: readonly (readonly [string, ReadValue])[] = [
  ['category', text(LISTING_BOUNDS.category)],
  ['search', text(LISTING_BOUNDS.search)],
  ['featured', flag],
  ['business', flag],
  ['brand', someOf(text(LISTING_BOUNDS.brand), LISTING_BOUNDS.brands)],
  ['price', price],
  ['inStock', flag],
  ['fits', differentOf(text(LISTING_BOUNDS.model), LISTING_BOUNDS.models)],
  ...FACET_NAMES.map((name) => [name, differentOf(oneOf(FACETS[name]), FACETS[name].length)] as const),
]

function quickReader<Query extends object>(parameters: typeof FILTERS): QuickReader<Query> {
  const readers = new Map(parameters)
  return (query) => {
    const read: Record<string, unknown> = {}
    for (const name of Object.keys(query)) {
      const value = readers.get(name)?.(query[name])
      if (value === undefined) return null
      read[name] = value
    }
    return read as Query
  }
}

export const quickFacetsQuery = quickReader<FilterQuery>(FILTERS)

export const quickListQuery = quickReader<ListQuery>([
  ...FILTERS,
  ['sort', oneOf(SORTS)],
  ['limit', whole(/^\d{1,3}$/, 1, LISTING_BOUNDS.limit)],
  ['offset', whole(/^\d{1,6}$/, 0, 999_999)],
])
