import { parse } from 'node:querystring'
import { describe, expect, it } from 'vitest'
import { FacetsQuery, ListProductsQuery } from '#contracts/catalog'
import { FACETS, SORTS } from '#contracts/listing-choices'
import { quickFacetsQuery, quickListQuery, type QuickReader } from './quick-listing-query.ts'

const VALUES: Readonly<Record<string, readonly string[]>> = {
  category: ['printers', 'no-such', '', ' printers', 'x'.repeat(60), 'x'.repeat(61), 'büro', 'a%0Ab'],
  search: ['laser', 'hp 2055', 'two  spaces', ' laser', 'laser ', '', '100%25', 'a%00b', 'é', 'a'.repeat(101), '<b>&'],
  featured: ['true', 'false', 'yes', ''],
  business: ['true', 'TRUE'],
  brand: ['HP', 'Zebra', '', 'x'.repeat(81), 'a\tb', '%F0%9F%96%A8', '%ED%A0%80', 'Konica Minolta'],
  price: ['all', 'under-100', '100-400', 'from-20', '400-100', '0-0100.50', 'up-to-99.5', 'from-0', 'cheap', ''],
  inStock: ['true', 'false', '1'],
  fits: ['brother-hl-l2460dw', 'Brother HL L2460', 'x'.repeat(81), ''],
  technology: [...FACETS.technology, 'steam'],
  color: [...FACETS.color, 'maybe', ''],
  speed: FACETS.speed,
  ink: FACETS.ink,
  sort: [...SORTS, 'cheapest', ''],
  limit: ['24', '1', '100', '0', '101', '024', '-1', '1e2', '2.5', ' 24', ''],
  offset: ['0', '24', '999999', '1000000', '-24', '0x10'],
  ids: ['1,2', '0'],
  name: ['Printer', ''],
  modelsLike: ['hl', ''],
  unknown: ['x', ''],
  'category[$ne]': ['x'],
  __proto__: ['x'],
  constructor: ['x'],
}

const encoded = (name: string, value: string): string =>
  `${encodeURIComponent(name)}=${value.includes('%') ? value : encodeURIComponent(value)}`

/** Each value alone, twice, beside each value of its own parameter, and beside the first values of every other. */
const QUERIES: readonly string[] = Object.entries(VALUES).flatMap(([name, values]) =>
  values.flatMap((value) => {
    const own = encoded(name, value)
    const others = Object.entries(VALUES).flatMap(([other, theirs]) =>
      theirs.slice(0, other === name ? undefined : 2).map((their) => `${encoded(other, their)}&${own}`),
    )
    return [own, ...others]
  }),
)

describe.each<[string, QuickReader<object>, typeof ListProductsQuery | typeof FacetsQuery]>([
  ['lists', quickListQuery, ListProductsQuery],
  ['facets', quickFacetsQuery, FacetsQuery],
])('the quick reader of the queries of %s', (_name, read, contract) => {
  it('reads what the contract reads, or leaves it to the contract', () => {
    let both = 0
    for (const text of QUERIES) {
      const query = parse(text)
      const quick = read(query)
      if (quick === null) continue
      both += 1
      expect({ text, read: quick }).toStrictEqual({ text, read: contract.parse(query) })
    }
    expect(QUERIES.length).toBeGreaterThan(2000)
    expect(both).toBeGreaterThan(500)
  })

  it('takes as many values as the contract, and leaves more to it', () => {
    const brands = (count: number) => ({ brand: Array.from({ length: count }, (_, i) => `Brand ${i}`) })
    expect(read(brands(50))).toEqual(contract.parse(brands(50)))
    expect(read(brands(51))).toBeNull()
    expect(read({ color: ['yes', 'no', 'yes'] })).toBeNull()
    expect(read({ color: ['yes', 'yes'] })).toEqual({ color: ['yes'] })
    const models = (count: number) => ({ fits: Array.from({ length: count }, (_, i) => `model-${i % 19}`) })
    expect(read(models(20))).toEqual(contract.parse(models(20)))
    expect(read(models(21))).toBeNull()
  })

  it('takes one value where the contract takes one', () => {
    expect(read({ category: ['printers', 'scanners'] })).toBeNull()
    expect(read({ inStock: ['true', 'true'] })).toBeNull()
  })
})

describe('the queries of the shop’s own pages', () => {
  it.each([
    'limit=24',
    'category=printers&limit=24&offset=48',
    'brand=HP&brand=Konica%20Minolta&inStock=true&sort=price-low&limit=24',
    'search=laser%20printer&limit=24',
    'technology=laser&technology=inkjet&duplex=yes&price=under-100&limit=24',
    'brand=HP&price=100-249.50&limit=24',
    'category=supplies&fits=brother-hl-l2460dw&limit=24',
  ])('are read quickly: %s', (text) => {
    expect(quickListQuery(parse(text))).not.toBeNull()
  })
})
