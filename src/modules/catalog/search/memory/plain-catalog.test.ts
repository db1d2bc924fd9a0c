import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { CHOICES, FACET_NAMES, FACETS, type FacetChoices } from '../../domain/product-facets.ts'
import { PRICE_RANGES, type Preference, type ProductQuery } from '../../domain/product-query.ts'
import type { SearchFields } from '../../persistence/product-mapping.ts'
import { aProduct } from '../../testing/product-builder.ts'
import { CatalogIndex } from './catalog-index.ts'
import { SnapshotReader, SnapshotWriter } from './snapshot.ts'
import { bytesOf } from './testing/bytes-of.ts'
import { PlainCatalog } from './testing/plain-catalog.ts'

const NAMES = [
  'HP LaserJet Pro M404dn',
  'HP LaserJet Pro M405',
  'Épson EcoTank ET-3850',
  'Epson Expression',
  'Canon PIXMA G2',
  'Laser Labels, 2 pcs.',
  'Zebra ZD421',
  'zebra zd421',
  'プリンター 5',
]
const BRANDS = ['HP', 'Epson', 'Canon', 'Zebra', '']
const CATEGORIES = ['printers', 'photo-printers', 'scanners']
const SEARCHES = [
  undefined,
  ' ',
  'hp',
  'laser',
  'laser jet',
  'm404',
  'hp-m404dn',
  'lazerjet',
  'lasrej',
  'canon pixma g2',
  'ecotnk 3850',
  'wireless',
  'printer',
  'zebra 421',
  'sku-2',
  'nothing at all',
  'duplex',
  'colour laser',
  'fax',
  'b&w 4x6',
  'laser zebra parchment fax',
  'photo printers',
  '2',
  'p',
  'laser z',
  'lazerjet 4',
]

const product = fc
  .record({
    id: fc.integer({ min: 1, max: 30 }),
    sku: fc.constantFrom(null, 'SKU-1', 'SKU-2', 'LJ-404'),
    name: fc.constantFrom(...NAMES),
    brand: fc.constantFrom(...BRANDS),
    category: fc.constantFrom(...CATEGORIES),
    priceCents: fc.constantFrom(0, 9_999, 10_000, 30_000, 30_001, 50_000, 50_001, 9_999_999_999),
    tags: fc.subarray(['bestseller', 'new']),
    features: fc.subarray(['Wireless', 'Prints on parchment', 'Laser']),
    specifications: fc.constantFrom<SearchFields['specifications'][]>(
      {},
      { Technology: 'Color laser', Connections: 'Wi-Fi, USB 2.0' },
      { Duplex: 'Yes', Fax: 'No', 'Print speed': '40 ppm', Weight: '10 kg', Noise: '48 dB(A)' },
      { Functions: 'Print, copy, scan', 'Max paper size': 'A3', Technology: 'Mono laser' },
      { 'Print technology': 'Inkjet', Fax: 'Yes', 'Print speed': '12 ppm', 'Paper size': '4 × 6 in' },
      'Ink and paper, 9.9 kg, without fax',
    ),
    description: fc.constantFrom('', 'Black and white for 4 × 6 in', 'Quiet, with fax'),
    inStock: fc.boolean(),
    stockQuantity: fc.constantFrom(0, 1, 5, 6, 100),
    isFeatured: fc.boolean(),
    isBusinessProduct: fc.boolean(),
    rating: fc.constantFrom(0, 3.1, 4.3, 5),
    updatedAt: fc.constantFrom(new Date(1_000), new Date(1_700_000_000_000)),
    fits: fc.subarray(['HP LaserJet Pro M404dn', 'HP LaserJet-Pro M404dn', 'ZD421']),
    costPerPage: fc.constantFrom(
      null,
      { blackMills: 34, colorMills: 152 },
      { blackMills: 34, colorMills: null },
      { blackMills: null, colorMills: 9 },
    ),
  })
  .map((fields): SearchFields => aProduct(fields))

/** Products to store and ids to remove, as an update reads them. */
const batch = fc.record({
  stored: fc.uniqueArray(product, { selector: ({ id }) => id, maxLength: 12 }),
  removed: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
})

const choices: fc.Arbitrary<FacetChoices> = fc.record(
  Object.fromEntries(FACET_NAMES.map((facet) => [facet, fc.subarray<string>([...FACETS[facet]])])),
  { requiredKeys: [] },
)

const filters = fc.record(
  {
    category: fc.constantFrom(...CATEGORIES, 'nowhere'),
    search: fc.constantFrom(...SEARCHES),
    featured: fc.boolean(),
    business: fc.boolean(),
    brands: fc.subarray([...BRANDS, 'Unknown']),
    price: fc.constantFrom(...PRICE_RANGES, {}, { most: 30_000 }, { least: 10_000, most: 50_000 }, { least: 50_001 }),
    choices,
    models: fc.subarray(['hp-laserjet-pro-m404dn', 'zebra-zd421', 'epson-zd421', 'nowhere-1']),
    modelsLike: fc.constantFrom('', 'zebra', '404', 'xyz'),
    inStock: fc.boolean(),
    measures: fc.record(
      {
        ppm: fc.constantFrom({ least: 12 }, { least: 13, most: 40 }),
        grams: fc.constantFrom({ most: 9_999 }, { least: 10_000 }, {}, { least: 10_000, orUnknown: true }),
      },
      { requiredKeys: [] },
    ),
    except: fc.record({
      brands: fc.subarray([...BRANDS, 'Unknown']),
      choices: fc.subarray([...CHOICES], { maxLength: 2 }),
      words: fc.subarray(['hp', 'laser', 'zd421', 'quiet', 'nowhere']),
    }),
    prefer: fc.constantFrom<Preference>(
      { category: 'scanners', choices: {} },
      { category: 'nowhere', choices: {} },
      { category: 'printers', choices: { function: ['print', 'scan'], color: ['yes'] } },
    ),
    priceLimits: fc.record({ least: fc.constant(10_000), most: fc.constantFrom(9_999, 30_000) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
)
const page = { offset: fc.integer({ min: 0, max: 20 }), limit: fc.integer({ min: 0, max: 10 }) }
const query = fc.record({
  filters,
  sort: fc.constantFrom(undefined, 'featured', 'price-low', 'price-high', 'name', 'rating', 'page-cost'),
  ...page,
})
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never

/** The query, and the same with each of its filters alone: what one lets pass wrongly, another one mostly leaves out. */
function withEachAlone(asked: Query): readonly Query[] {
  return [asked, ...Object.entries(asked.filters).map(([name, value]) => ({ ...asked, filters: { [name]: value } }))]
}

const staffQuery = fc.record(
  {
    search: fc.constantFrom(...SEARCHES),
    category: fc.constantFrom(...CATEGORIES),
    stock: fc.constantFrom('in', 'out', 'low'),
    sort: fc.constantFrom('newest', 'name', 'price-low', 'price-high', 'stock-low', 'stock-high', 'updated'),
    ...page,
  },
  { requiredKeys: ['offset', 'limit'] },
)

function apply(
  catalog: CatalogIndex | PlainCatalog,
  { stored, removed }: { stored: SearchFields[]; removed: number[] },
) {
  const gone = removed.filter((id) => stored.every((product) => product.id !== id))
  return catalog.update([...stored.map(({ id }) => id), ...gone], stored)
}

function everyListOf(catalog: CatalogIndex): unknown {
  const lists = (['featured', 'price-low', 'price-high', 'name', 'rating', 'page-cost'] as const).flatMap((sort) =>
    [{}, { inStock: true }, { business: true }, { category: 'scanners' }].map((each): ProductQuery => ({
      ...each,
      sort,
      offset: 0,
      limit: 1000,
    })),
  )
  return [
    lists.map((each) => catalog.list(each)),
    SEARCHES.map((search) => catalog.list({ search, offset: 0, limit: 1000 })),
    catalog.facets({}),
    catalog.facets({ inStock: true }),
    catalog.facets({ choices: { technology: ['laser'] } }),
  ]
}

function saved(index: CatalogIndex): CatalogIndex {
  const loaded = CatalogIndex.load(bytesOf(Buffer.concat([...index.save()])))
  if (loaded === null) throw new Error('the snapshot was not recognized')
  return loaded
}

describe('the index', () => {
  it('answers like a plain walk over all products, after any changes, and after it was saved and loaded', () => {
    fc.assert(
      fc.property(
        fc.array(batch, { minLength: 1, maxLength: 6 }),
        fc.array(query, { minLength: 5, maxLength: 10 }),
        fc.array(staffQuery, { minLength: 2, maxLength: 5 }),
        fc.nat(),
        fc.nat(),
        (batches, queries, staffQueries, savedAfter, preparedFrom) => {
          let index = new CatalogIndex()
          const plain = new PlainCatalog()
          for (const [i, each] of batches.entries()) {
            apply(index, each)
            apply(plain, each)
            if (savedAfter % batches.length === i) index = saved(index)
            for (const _ of index.makeRoom());
            if (preparedFrom % batches.length <= i) for (const _ of index.prepare());
            // What a search keeps for the next one must fall with the next change.
            for (const search of ['laser', 'hp printer', 'lazerjet'])
              expect(index.list({ search, offset: 0, limit: 5 })).toEqual(plain.list({ search, offset: 0, limit: 5 }))
          }
          for (const { filters, ...rest } of queries.flatMap(withEachAlone)) {
            const found = plain.list({ ...filters, ...rest })
            expect(index.list({ ...filters, ...rest })).toEqual(found)
            expect(index.count(filters)).toBe(found.total)
            expect(index.facets(filters)).toEqual(plain.facets(filters))
          }
          for (const each of staffQueries) expect(index.listForStaff(each)).toEqual(plain.listForStaff(each))
          for (const search of SEARCHES) expect(index.suggest(search ?? '')).toEqual(plain.suggest(search ?? ''))
          expect(index.stats()).toEqual(plain.stats())
        },
      ),
      // To look for a shorter example of a failure may take hours.
      { numRuns: 40, endOnFailure: true },
    )
  })

  it('answers like a plain walk with thousands of products, where other ways are faster', () => {
    const index = new CatalogIndex()
    const plain = new PlainCatalog()
    // Frequent and rare brands, long and short lists, many equal scores.
    const products = Array.from({ length: 4000 }, (_, i) =>
      aProduct({
        id: 1 + ((i * 1009) % 4001),
        name: `${BRANDS[i % 3]} ${i % 40 === 0 ? 'Plotter' : 'LaserJet'} ${i % 700}`,
        brand: i % 50 === 0 ? `Rare ${i % 9}` : (BRANDS[i % 3] ?? ''),
        category: CATEGORIES[i % 3] ?? '',
        priceCents: (i * 7919) % 90_000,
        rating: i % 6,
        inStock: i % 5 > 0,
        isFeatured: i % 70 === 0,
        features: [i % 2 === 0 ? 'Wireless' : 'Duplex'],
      }),
    )
    for (const product of products) index.fill(product)
    index.finish()
    plain.update([], products)
    const searches = ['laser', 'hp laserjet', 'plotter', 'lazerjet 1', '12', 'wireless', 'duplx plotter']
    const letters = ['laserjet 1', 'p', 'lazerjet w']
    const asked = [undefined, ...searches, ...letters]
    const prepared = saved(index)
    for (const _ of prepared.prepare());
    for (const search of letters)
      for (const offset of [0, 600])
        expect(prepared.list({ search, limit: 24, offset })).toEqual(plain.list({ search, limit: 24, offset }))
    for (const search of asked) {
      for (const filters of [
        {},
        { brands: ['Rare 1', 'HP'] },
        { price: '100-300' as const, inStock: true },
        { price: { least: 12_345, most: 67_890 }, choices: { connection: ['wifi'], color: ['yes', 'no'] } as const },
      ]) {
        const query = { search, ...filters, limit: 24 }
        for (const offset of [0, 600, 1900, 2010])
          expect(index.list({ ...query, offset })).toEqual(plain.list({ ...query, offset }))
        const sorted = { ...query, sort: 'price-low' as const, offset: 48 }
        expect(index.list(sorted)).toEqual(plain.list(sorted))
        expect(index.facets(query)).toEqual(plain.facets(query))
      }
      expect(index.suggest(search ?? '')).toEqual(plain.suggest(search ?? ''))
    }
  })

  it('tells an update that rearranges lists from one that does not', () => {
    fc.assert(
      fc.property(batch, batch, (before, after) => {
        const index = new CatalogIndex()
        apply(index, before)
        const lists = everyListOf(index)
        const isRearranged = apply(index, after)
        if (!isRearranged) expect(everyListOf(index)).toEqual(lists)
      }),
    )
  })

  it('takes a sale for no rearrangement while the product stays in stock', () => {
    const index = new CatalogIndex()
    const stored = aProduct({ id: 1, stockQuantity: 2, rating: 4.3 })
    expect(index.update([1], [stored])).toBe(true)
    expect(index.update([1], [{ ...stored, stockQuantity: 1 }])).toBe(false)
    expect(index.update([1], [{ ...stored, stockQuantity: 0, inStock: false }])).toBe(true)
    expect(index.update([1], [])).toBe(true)
    expect(index.update([1], [])).toBe(false)
  })

  it('takes another cost of a page in color for one, by which the finder chooses, though no list is sorted by it', () => {
    const index = new CatalogIndex()
    const stored = aProduct({ id: 1, costPerPage: { blackMills: 20, colorMills: 120 } })
    index.update([1], [stored])
    const cheaper = { ...stored, costPerPage: { blackMills: 20, colorMills: 60 } }
    expect(index.update([1], [cheaper])).toBe(true)
    expect(index.update([1], [{ ...cheaper, costPerPage: { blackMills: 20, colorMills: null } }])).toBe(true)
  })
})

describe('a snapshot', () => {
  const index = new CatalogIndex()
  index.update([1], [aProduct({ id: 1, name: 'HP LaserJet' })])
  const bytes = Buffer.concat([...index.save()])

  it('is not read when it is damaged, cut off or of another kind', () => {
    const damaged = Buffer.from(bytes)
    damaged[damaged.length - 20] = (damaged[damaged.length - 20] ?? 0) ^ 1
    expect(CatalogIndex.load(bytesOf(damaged))).toBeNull()
    expect(CatalogIndex.load(bytesOf(bytes.subarray(0, bytes.length - 8)))).toBeNull()
    expect(CatalogIndex.load(bytesOf(bytes.subarray(0, 10)))).toBeNull()
    const cut = Buffer.from(bytes)
    cut.writeDoubleLE(1e9, 16)
    expect(CatalogIndex.load(bytesOf(cut))).toBeNull()
    expect(CatalogIndex.load(bytesOf(Buffer.alloc(0)))).toBeNull()
    expect(CatalogIndex.load(bytesOf(Buffer.alloc(100)))).toBeNull()
    expect(CatalogIndex.load(bytesOf(bytes))?.size).toBe(1)
    expect(CatalogIndex.load(bytesOf(bytes))?.facets({}).choices).toEqual(index.facets({}).choices)
  })

  it('comes in pieces of which none takes long, and is whole again in one', () => {
    const writer = new SnapshotWriter()
    const numbers = Uint32Array.from({ length: 700_001 }, (_, i) => i)
    writer.numbers(numbers)
    writer.json('the end')
    const pieces = [...writer.pieces()]
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1024 * 1024)
    const reader = SnapshotReader.open(bytesOf(Buffer.concat(pieces)))
    // `toEqual` compares 700,000 numbers one by one, which takes seconds.
    expect(isDeepStrictEqual(reader?.uint32(), numbers)).toBe(true)
    expect(reader?.json()).toBe('the end')
  })

  it('stays as it was when the index changes while it is written', () => {
    const pieces = [...index.save()]
    index.update([1], [])
    expect(
      CatalogIndex.load(bytesOf(Buffer.concat(pieces)))?.list({ search: 'laserjet', offset: 0, limit: 9 }).ids,
    ).toEqual([1])
  })

  it('knows which words are in use', () => {
    const many = new CatalogIndex()
    many.update([1], [aProduct({ id: 1, features: Array.from({ length: 11_000 }, (_, i) => `q${i}`) })])
    const loaded = saved(many)
    expect(loaded.isMostlyUnused).toBe(false)
    loaded.update([1], [aProduct({ id: 1 })])
    expect(loaded.isMostlyUnused).toBe(true)
  })

  it.each<[string, (n: number) => Partial<SearchFields>]>([
    ['brands', (n) => ({ brand: `Q${n}` })],
    ['categories', (n) => ({ category: `q${n}` })],
    ['models', (n) => ({ fits: [`Q ${n}`] })],
  ])('knows which %s are in use', (_, named) => {
    const ids = Array.from({ length: 2500 }, (__, i) => i + 1)
    const many = new CatalogIndex()
    const put = (from: number) =>
      many.update(
        ids,
        ids.slice(from).map((id) => aProduct({ id, ...named(id) })),
      )
    put(0)
    expect(many.isMostlyUnused).toBe(false)
    put(1000)
    expect(many.isMostlyUnused).toBe(false)
    expect(saved(many).isMostlyUnused).toBe(false)
    put(1500)
    expect(many.isMostlyUnused).toBe(true)
    expect(saved(many).isMostlyUnused).toBe(true)
    put(0)
    expect(many.isMostlyUnused).toBe(false)
  })
})
