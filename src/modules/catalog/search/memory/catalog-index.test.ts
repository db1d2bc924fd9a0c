import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { demoProducts } from '../../demo-catalog/demo-catalog.ts'
import { isInPriceRange, PRICE_RANGES, type ProductFilters } from '../../domain/product-query.ts'
import type { SearchFields } from '../../persistence/product-mapping.ts'
import { aProduct } from '../../testing/product-builder.ts'
import { CatalogIndex } from './catalog-index.ts'
import { WordMatcher } from './word-matcher.ts'

const products = demoProducts.map((demo, i) => aProduct({ ...demo, id: i + 1, rating: (i % 9) / 2 + 0.5 }))
const byId = new Map(products.map((product) => [product.id, product]))
let index: CatalogIndex

beforeAll(() => {
  index = new CatalogIndex()
  for (const product of products) index.fill(product)
  index.finish()
})

function search(text: string): string[] {
  return index.list({ search: text, limit: 1000, offset: 0 }).ids.map((id) => byId.get(id)?.name ?? '?')
}

describe('the times of edits', () => {
  it('come in pieces, in the order of the ids', () => {
    const updatedAt = new Date('2026-11-01T10:00:00Z')
    const edited = new CatalogIndex()
    for (const id of [30, 10, 20]) edited.fill(aProduct({ id, updatedAt }))
    edited.finish()
    expect(edited.listEditTimes({ afterId: 0, limit: 2 })).toEqual([
      { id: 10, updatedAt },
      { id: 20, updatedAt },
    ])
    expect(edited.listEditTimes({ afterId: 10, limit: 9 }).map(({ id }) => id)).toEqual([20, 30])
    expect(edited.listEditTimes({ afterId: 29, limit: 9 }).map(({ id }) => id)).toEqual([30])
    expect(edited.listEditTimes({ afterId: 30, limit: 9 })).toEqual([])
    edited.update([20, 5], [aProduct({ id: 5, updatedAt })])
    expect(edited.listEditTimes({ afterId: 0, limit: 9 }).map(({ id }) => id)).toEqual([5, 10, 30])
  })
})

describe('searching the catalog', () => {
  it.each([
    ['m404', 'HP LaserJet Pro M404dn'],
    ['404dn', 'HP LaserJet Pro M404dn'],
    ['404', 'HP LaserJet Pro M404dn'],
    ['laserjet m404', 'HP LaserJet Pro M404dn'],
    ['LASER JET m404', 'HP LaserJet Pro M404dn'],
    ['m 404 dn', 'HP LaserJet Pro M404dn'],
    ['hp-lj-m404dn', 'HP LaserJet Pro M404dn'],
    ['lazerjet m404', 'HP LaserJet Pro M404dn'],
    ['HP OfficeJet Pro 9015e', 'HP OfficeJet Pro 9015e'],
    ['office jet 9015', 'HP OfficeJet Pro 9015e'],
    ['offciejet', 'HP OfficeJet Pro 9015e'],
    ['offciejet9015', 'HP OfficeJet Pro 9015e'],
    ['hp4155e', 'HP DeskJet 4155e'],
    ['HP 4155', 'HP DeskJet 4155e'],
    ['envy', 'HP ENVY 6055e'],
  ])('finds for "%s" first: %s', (text, name) => {
    expect(search(text)[0]).toBe(name)
  })

  it('finds a whole brand with a typo', () => {
    expect(search('epsn').length).toBeGreaterThan(0)
    expect(search('epsn')).toEqual(search('epson'))
  })

  it('finds a category by its words, singular or plural', () => {
    const printers = products.filter((product) => product.category === 'photo-printers').map((product) => product.name)
    expect(search('photo printers')).toEqual(expect.arrayContaining(printers))
    expect(search('photo printer')).toEqual(search('Photo-Printers'))
  })

  it('finds what begins with a word as it is typed where nothing is what the word means', () => {
    const other = new CatalogIndex()
    other.fill(aProduct({ id: 1, name: 'Wirelesso Hub' }))
    other.finish()
    expect(other.list({ search: 'wireless', limit: 10, offset: 0 }).ids).toEqual([1])
  })

  it('takes no number of a fact for that of a model, unless no model has it', () => {
    const other = new CatalogIndex()
    other.fill(aProduct({ id: 1, name: 'Plotter', specifications: { Resolution: '1200 dpi' } }))
    other.fill(aProduct({ id: 2, name: 'Plotter 1200' }))
    other.finish()
    expect(other.list({ search: '1200', limit: 10, offset: 0 }).ids).toEqual([2])
    other.update([2], [])
    expect(other.list({ search: '1200', limit: 10, offset: 0 }).ids).toEqual([1])
  })

  it('does not confuse two model numbers', () => {
    expect(search('m499')).toEqual([])
  })

  it('takes an article number with a dash for one number, not for digits of other names', () => {
    const other = new CatalogIndex()
    other.fill(aProduct({ id: 1, name: 'Plotter 2000', sku: 'SYN-7' }))
    other.fill(aProduct({ id: 2, name: 'Plotter 3000', sku: 'SYN-2' }))
    other.fill(aProduct({ id: 3, name: 'Plotter 4000', sku: 'SYN-24' }))
    other.finish()
    expect(other.list({ search: 'syn-2', limit: 10, offset: 0 }).ids).toEqual([2, 3])
    expect(other.list({ search: 'plotter SYN-24', limit: 10, offset: 0 }).ids).toEqual([3])
    expect(other.list({ search: 'plotter-2000', limit: 10, offset: 0 }).ids).toEqual([1])
  })

  it('puts a word of a name or of the category before the same in each lesser field', () => {
    const fields = [
      { name: 'Parchment' },
      { sku: 'PARCHMENT' },
      { brand: 'Parchment' },
      { category: 'parchment-paper' },
      { tags: ['parchment'] },
      { features: ['Prints on parchment'] },
      { specifications: { Paper: 'Parchment' } },
    ]
    const other = new CatalogIndex()
    for (const [i, each] of [...fields.entries()].toReversed())
      other.fill(aProduct({ id: 900 - i, name: 'Plain', ...each }))
    other.finish()
    const { ids } = other.list({ search: 'parchment', limit: 10, offset: 0 })
    expect(ids.slice(0, 2).toSorted()).toEqual([897, 900])
    expect(ids.slice(2)).toEqual([899, 898, 896, 895, 894])
  })

  it('searches the descriptions only when nothing else matches', () => {
    const other = new CatalogIndex()
    other.fill(
      aProduct({ id: 900, name: 'Plain', description: 'Prints on parchment', specifications: { Weight: '9 kg' } }),
    )
    other.fill(aProduct({ id: 901, name: 'Parchment Press' }))
    other.finish()
    expect(other.list({ search: 'parchment', limit: 10, offset: 0 }).ids).toEqual([901])
    other.update([901], [])
    expect(other.list({ search: 'parchment', limit: 10, offset: 0 }).ids).toEqual([900])
  })

  it.each([
    'zzzzqqqq',
    '(a+)+$',
    '.*',
    '[',
    '\\',
    '\u0000',
    '🖨️',
    '\u202Etxt',
    '\u0627\u0644\u0637\u0627\u0628\u0639\u0629',
    'constructor',
  ])('finds nothing for %j', (text) => {
    expect(search(text)).toEqual([])
  })

  it('never fails on any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        expect(index.list({ search: text, limit: 24, offset: 0 }).total).toBeLessThanOrEqual(products.length)
        expect(index.suggest(text).length).toBeLessThanOrEqual(8)
      }),
    )
  })

  it('shows everything for a blank search', () => {
    expect(search('   ').length).toBe(products.length)
  })
})

describe('the best match first', () => {
  it('is the one whose name begins with what is left when a word is left out', () => {
    const other = new CatalogIndex()
    other.update([], [aProduct({ id: 1, name: 'Deluxe Plotter' }), aProduct({ id: 2, name: 'Plotter Deluxe' })])
    expect(other.list({ search: 'plotter zzqq', limit: 9, offset: 0 }).ids).toEqual([2, 1])
  })
})

describe('suggestions', () => {
  it('offer names that begin with the text first, and the brand', () => {
    const suggestions = index.suggest('hp')
    expect(suggestions).toHaveLength(8)
    expect(suggestions.at(-1)).toBe('HP')
    for (const suggestion of suggestions) expect(suggestion).toMatch(/^HP/)
  })

  it.each(['laserjt', 'lasrejet', 'laserje', 'lazerjet'])('forgive a typo in "%s"', (text) => {
    expect(index.suggest(text)).toContain('HP LaserJet Pro M404dn')
  })

  it('offer nothing below 2 characters', () => {
    expect(index.suggest('h')).toEqual([])
    expect(index.suggest(' h ')).toEqual([])
    expect(index.suggest('')).toEqual([])
  })

  it('offer no string twice', () => {
    const twins = new CatalogIndex()
    for (let id = 1; id <= 30; id++)
      twins.fill(aProduct({ id, name: id % 2 === 0 ? 'Zebra ZD421' : 'ZEBRA zd421', brand: 'Zebra' }))
    twins.finish()
    expect(twins.suggest('zeb')).toEqual(['ZEBRA zd421', 'Zebra'])
  })

  it('offer a product that is called like its brand once, with accents, too', () => {
    const named = new CatalogIndex()
    named.fill(aProduct({ id: 1, name: 'BÜROSTAR', brand: 'Bürostar' }))
    named.finish()
    expect(named.suggest('bür')).toEqual(['BÜROSTAR'])
  })
})

describe('lists', () => {
  it('put featured products first, then bestsellers, then the better rated', () => {
    const listed = index.list({ limit: 1000, offset: 0 }).ids.map((id) => byId.get(id) ?? aProduct({ id }))
    const key = (product: (typeof products)[number]) => [
      Number(!product.isFeatured),
      Number(!product.tags.includes('bestseller')),
      9 - product.rating,
      product.id,
    ]
    expect(listed.map((product) => product.id)).toEqual(
      products
        .toSorted(
          (a, b) =>
            key(a)
              .map((part, i) => part - (key(b)[i] ?? 0))
              .find((part) => part !== 0) ?? 0,
        )
        .map((product) => product.id),
    )
  })

  it.each([
    ['price-low', (a: number, b: number) => a <= b],
    ['price-high', (a: number, b: number) => a >= b],
  ] as const)('sort by %s', (sort, isOrdered) => {
    const prices = index.list({ sort, limit: 1000, offset: 0 }).ids.map((id) => byId.get(id)?.priceCents ?? -1)
    expect(prices).toHaveLength(products.length)
    for (const [i, price] of prices.entries()) if (i > 0) expect(isOrdered(prices[i - 1] ?? -1, price)).toBe(true)
  })

  it('are empty for an unknown category', () => {
    expect(index.list({ category: 'unknown', limit: 24, offset: 0 })).toEqual({ ids: [], total: 0 })
  })
})

const brands = [...new Set(products.map((product) => product.brand))]
const filters = fc.record(
  {
    category: fc.constantFrom('printers', 'photo-printers', 'scanners', 'nowhere'),
    search: fc.constantFrom('hp', 'printer', 'scanner', 'wireless', 'epsn', ''),
    featured: fc.boolean(),
    business: fc.boolean(),
    brands: fc.subarray(brands, { maxLength: 3 }),
    price: fc.constantFrom(...PRICE_RANGES),
    inStock: fc.boolean(),
  },
  { requiredKeys: [] },
)

describe('lists and counts', () => {
  it('obey every filter, and pages add up to the whole', () => {
    fc.assert(
      fc.property(filters, fc.constantFrom('featured', 'name', 'price-low', 'rating', undefined), (filter, sort) => {
        const whole = index.list({ ...filter, sort, limit: 1000, offset: 0 })
        const found = new Set(index.list({ search: filter.search, limit: 1000, offset: 0 }).ids)
        const expected = products.filter(
          (product) =>
            found.has(product.id) &&
            (filter.category === undefined || product.category === filter.category) &&
            (filter.featured !== true || product.isFeatured) &&
            (filter.business !== true || product.isBusinessProduct) &&
            (filter.inStock !== true || product.inStock) &&
            (filter.brands === undefined || filter.brands.length === 0 || filter.brands.includes(product.brand)) &&
            isInPriceRange(product.priceCents, filter.price ?? 'all'),
        )
        expect(whole.ids.toSorted((a, b) => a - b)).toEqual(expected.map((product) => product.id))
        const pages = Array.from({ length: Math.ceil(whole.total / 7) + 1 }, (_, page) =>
          index.list({ ...filter, sort, limit: 7, offset: page * 7 }),
        )
        expect(pages.flatMap((page) => page.ids)).toEqual(whole.ids)
        expect(pages.every((page) => page.total === whole.total)).toBe(true)
      }),
    )
  })

  it('agree: every choice leaves as many products as its count says', () => {
    fc.assert(
      fc.property(filters, (filter: ProductFilters) => {
        const facets = index.facets(filter)
        const total = (choice: ProductFilters) => index.list({ ...choice, limit: 0, offset: 0 }).total
        expect(facets.total).toBe(total(filter))
        expect(facets.inStock).toBe(total({ ...filter, inStock: true }))
        for (const { range, count } of facets.priceRanges) expect(count).toBe(total({ ...filter, price: range }))
        for (const { brand, count } of facets.brands) expect(count).toBe(total({ ...filter, brands: [brand] }))
        const counted = facets.brands.reduce((sum, { count }) => sum + count, 0)
        expect(counted).toBe(total({ ...filter, brands: [] }))
      }),
    )
  })
})

describe('an index that is brought up to date', () => {
  it('takes changes of products while it is still being filled', () => {
    const filling = new CatalogIndex()
    for (let id = 1; id <= 3; id++) filling.fill(aProduct({ id, name: `Plotter ${id}`, priceCents: id * 100 }))
    filling.update([1, 2], [aProduct({ id: 2, name: 'Plotter 2', priceCents: 900 })])
    filling.fill(aProduct({ id: 4, name: 'Plotter 4', priceCents: 400 }))
    filling.finish()
    expect(filling.list({ sort: 'price-low', limit: 9, offset: 0 })).toEqual({ ids: [3, 4, 2], total: 3 })
    expect(filling.list({ search: 'plotter', inStock: true, limit: 9, offset: 0 }).total).toBe(3)
  })

  it('counts no product that is gone among those of which a measure is not known', () => {
    const changing = new CatalogIndex()
    changing.update([], [aProduct({ id: 1 }), aProduct({ id: 2, specifications: { Weight: '2 kg' } })])
    changing.update([1], [])
    const list = (measures: ProductFilters['measures']) => changing.list({ measures, limit: 9, offset: 0 })
    expect(list({ grams: { least: 1000, orUnknown: true } })).toEqual({ ids: [2], total: 1 })
    expect(list({ grams: { least: 5000, orUnknown: true } })).toEqual({ ids: [], total: 0 })
  })

  it.each<Partial<SearchFields>>([
    { name: 'Parchment' },
    { sku: 'PARCHMENT' },
    { brand: 'Parchment' },
    { category: 'parchment' },
    { tags: ['parchment'] },
    { features: ['Parchment'] },
    { specifications: { Paper: 'Parchment' } },
    { specifications: 'Parchment' },
    { description: 'Parchment' },
  ])('finds a product by what alone is new of it: %j', (fields) => {
    const changing = new CatalogIndex()
    changing.update([], [aProduct({ id: 1 })])
    expect(changing.update([1], [aProduct({ id: 1, ...fields })])).toBe(true)
    expect(changing.list({ search: 'parchment', limit: 9, offset: 0 }).ids).toEqual([1])
  })

  it.each<Partial<SearchFields>>([
    { fits: ['HP LaserJet Pro M404dn'] },
    { pageYield: 9_000 },
    { supplyColor: 'cyan' },
    { costPerPage: { blackMills: 20, colorMills: null } },
  ])('has the choices and models of a product of which only this is new: %j', (fields) => {
    const [changing, built] = [new CatalogIndex(), new CatalogIndex()]
    const stored = aProduct({ id: 1, costPerPage: { blackMills: 90, colorMills: null } })
    changing.update([], [stored])
    const panel = { modelsLike: '' }
    const before = changing.facets(panel)
    changing.update([1], [{ ...stored, ...fields }])
    built.update([], [{ ...stored, ...fields }])
    expect(changing.facets(panel)).toEqual(built.facets(panel))
    expect(changing.facets(panel)).not.toEqual(before)
  })

  it.each<readonly [Partial<SearchFields>, Partial<SearchFields>]>([
    [
      { name: 'Quill 12', sku: '' },
      { name: 'Quill 1', sku: '2' },
    ],
    [
      { tags: ['parchment'], features: [] },
      { tags: [], features: ['parchment'] },
    ],
    [
      { features: ['parchment'], fits: [] },
      { features: [], fits: ['parchment'] },
    ],
  ])('takes %j for another product than %j', (before, after) => {
    const changing = new CatalogIndex()
    changing.update([], [aProduct({ id: 1, ...before })])
    expect(changing.update([1], [aProduct({ id: 1, ...after })])).toBe(true)
  })

  it('equals a new index after any changes', () => {
    const change = fc.record({
      id: fc.integer({ min: 1, max: 40 }),
      name: fc.constantFrom('HP LaserJet M1', 'Canon PIXMA G2', 'Epson EcoTank ET3', 'Brother HL4'),
      priceCents: fc.integer({ min: 1, max: 90_000 }),
      inStock: fc.boolean(),
      isFeatured: fc.boolean(),
      gone: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 10 }), { maxLength: 12 }), (batches) => {
        const kept = new CatalogIndex()
        kept.finish()
        const stored = new Map<number, ReturnType<typeof aProduct>>()
        for (const batch of batches) {
          for (const { gone, ...product } of batch) {
            if (gone) stored.delete(product.id)
            else stored.set(product.id, aProduct(product))
          }
          const ids = [...new Set(batch.map(({ id }) => id))]
          kept.update(
            ids,
            ids.flatMap((id) => stored.get(id) ?? []),
          )
        }
        const built = new CatalogIndex()
        for (const product of stored.values()) built.fill(product)
        built.finish()
        expect(kept.size).toBe(stored.size)
        for (const query of [
          {},
          { inStock: true },
          { search: 'laser' },
          { search: 'pixma' },
          { search: 'ecotnk' },
          { sort: 'name' as const },
          { sort: 'price-high' as const },
        ]) {
          const page = { ...query, limit: 100, offset: 0 }
          expect(kept.list(page)).toEqual(built.list(page))
        }
        expect(kept.facets({})).toEqual(built.facets({}))
      }),
    )
  })
})

describe('a search that finds nothing', () => {
  it('counts twelve of its words, however many it has, and leaves out one after the other of these', () => {
    const words = Array.from({ length: 40 }, (_, i) => `quill${String.fromCharCode(97 + (i % 26))}${i + 10}`)
    const apart = new CatalogIndex()
    // Each word is in some products, and no product has two of them.
    for (const [i, word] of words.entries())
      for (const copy of [1, 2]) apart.fill(aProduct({ id: 2 * i + copy, name: word, description: '' }))
    apart.finish()
    const searches = vi.spyOn(WordMatcher.prototype, 'search')
    try {
      const found = apart.list({ search: words.join(' '), limit: 10, offset: 0 })
      expect(found.total).toBe(2)
      // All words, each of twelve, and what is left after each that is left out.
      expect(searches.mock.calls.length).toBeLessThanOrEqual(1 + 12 + 11)
      expect(searches.mock.calls.length).toBeGreaterThan(12)
    } finally {
      searches.mockRestore()
    }
  })
})
