import { describe, expect, it } from 'vitest'
import type { ProductQuery } from '../domain/product-query.ts'
import type { Product } from '../domain/product.ts'
import { aProduct } from '../testing/product-builder.ts'
import { searchedInMemory } from './testing/searched-in-memory.ts'
import { understandSearches } from './understood-lists.ts'

/** Category, price and name; and facts. */
const LINES: readonly (readonly [string, number, string, Product['specifications']?])[] = [
  ['printers', 199, 'Alder Laser 100', { Technology: 'Laser', Connections: 'Wi-Fi, Ethernet', Weight: '12 kg' }],
  ['printers', 350, 'Birch Laser 200', { Technology: 'Laser', Connections: 'USB', 'Print speed': '40 ppm' }],
  ['printers', 89, 'Cedar Inkjet XP-3200', { Technology: 'Inkjet', Connections: 'Wi-Fi', Weight: '5 kg' }],
  ['photo-printers', 600, 'Dogwood Photo Printer', { Technology: 'Inkjet' }],
  ['scanners', 120, 'Elder Scanner', { Connections: 'Wi-Fi' }],
  ['business-solutions', 30, 'Scanner Stand'],
  ['supplies', 19, 'Cedar 604 XP-3200 Black'],
  ['supplies', 60, 'Alder Toner'],
  ['supplies', 40, 'Elm Ink XP-4100'],
  ['supplies', 9, 'Glossy Sheets XP-4100'],
  ['supplies', 5, 'Printer Paper'],
]

const products = LINES.map(([category, price, name, specifications = {}], i) =>
  aProduct({ id: i + 1, category, name, specifications, description: '', priceCents: price * 100 }),
)
const { list, countFacets } = understandSearches(searchedInMemory(products))

async function namesIn(query: Omit<ProductQuery, 'limit' | 'offset'>): Promise<readonly string[]> {
  const { ids, total } = await list({ ...query, limit: 20, offset: 0 })
  expect((await countFacets(query)).total).toBe(total)
  return ids.map((id) => products[id - 1]?.name ?? '')
}

describe('a visitor is told how a search was understood', () => {
  const NOTHING = { kept: null, priceLimits: {}, sort: null, leastSpeed: null, weight: {}, without: [], wider: null }
  it.each([
    ['printer under $200', { asked: 'printer', priceLimits: { most: 19_999 } }],
    ['cheap printer', { asked: 'printer', sort: 'price-low' }],
    ['fast laser', { asked: 'laser', leastSpeed: 35 }],
    ['laser at least 30 ppm', { asked: 'laser', leastSpeed: 30 }],
    ['printer under 10 kg', { asked: 'printer', weight: { most: 9999 } }],
    ['laser without wifi', { asked: 'laser', without: ['wifi'], wider: 'laser' }],
    ['laser zzqq', { asked: 'laser zzqq', kept: 'laser' }],
    // Nothing is so fast: the words for it are searched as they are.
    ['fast inkjet over $90', { asked: 'fast inkjet', kept: 'inkjet', priceLimits: { least: 9000 } }],
  ])('of "%s"', async (search, reading) => {
    expect((await countFacets({ search })).reading).toEqual({ ...NOTHING, ...reading })
  })

  it.each(['laser', 'printer', 'zzqq', ''])('and of "%s" nothing, which is its words alone', async (search) => {
    expect(await countFacets({ search })).not.toHaveProperty('reading')
  })
})

describe('a search that asks for more than words', () => {
  it.each([
    ['is sorted as it asks', {}, ['Cedar Inkjet XP-3200', 'Alder Laser 100', 'Birch Laser 200']],
    [
      'is sorted as the visitor chooses',
      { sort: 'price-high' },
      ['Birch Laser 200', 'Alder Laser 100', 'Cedar Inkjet XP-3200'],
    ],
    ['is of the category that the visitor chooses', { category: 'photo-printers' }, ['Dogwood Photo Printer']],
  ] as const)('%s', async (_, chosen, names) => {
    expect(await namesIn({ search: 'cheap printer', ...chosen })).toEqual(names)
  })

  it('gives way where the visitor chooses something else of the same facet', async () => {
    const search = 'cheap wifi printer'
    expect(await namesIn({ search })).toEqual(['Cedar Inkjet XP-3200', 'Alder Laser 100'])
    expect(await namesIn({ search, choices: { connection: ['ethernet'] } })).toEqual(['Alder Laser 100'])
    expect(await namesIn({ search, choices: { technology: ['inkjet'] } })).toEqual(['Cedar Inkjet XP-3200'])
  })

  it('counts every category in which its words are, though it means one of them', async () => {
    const { categories } = await countFacets({ search: 'cheap printer' })
    expect(categories).toEqual([
      { category: 'photo-printers', count: 1 },
      { category: 'printers', count: 3 },
      // Paper has the word, and is nothing that prints.
      { category: 'supplies', count: 0 },
    ])
  })

  it('means another kind of thing where its own has nothing at the price, or without what is not wanted', async () => {
    expect(await namesIn({ search: 'printer over $500' })).toEqual(['Dogwood Photo Printer'])
    expect(await namesIn({ search: 'scanner without wifi' })).toEqual(['Scanner Stand'])
  })

  it('for a supply is answered by one that lacks its name alone, if it names the model', async () => {
    for (const search of ['ink XP-3200', 'cheap ink XP-3200', 'ink XP-3200 under $20'])
      expect(await namesIn({ search })).toEqual(['Cedar 604 XP-3200 Black'])
    expect(await namesIn({ search: 'ink XP-4100 under $20' })).toEqual([])
    // Not all that Cedar sells for its machines is ink.
    expect(await namesIn({ search: 'cedar ink' })).toEqual(['Cedar Inkjet XP-3200'])
  })
})
