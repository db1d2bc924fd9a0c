import { describe, expect, it } from 'vitest'
import type { ProductFilters } from '../domain/product-query.ts'
import { countedModels, modelsInScope, shownBrands } from './panel-counts.ts'

const countsOf = (counts: Readonly<Record<string, number>>) => new Map(Object.entries(counts))
const models = (counts: Readonly<Record<string, number>>, filters: ProductFilters = {}) =>
  countedModels(modelsInScope(countsOf(counts), countsOf(counts)), filters)

describe('the models that supplies fit', () => {
  it('are none in a list without supplies', () => {
    expect(models({})).toEqual({ found: [], total: 0, makers: [] })
  })

  it('are counted once however suppliers write them, under the first name by the alphabet', () => {
    const both = { 'hp-m110w HP m110w': 2, 'hp-m110w HP M110w': 3 }
    const one = { slug: 'hp-m110w', name: 'HP M110w', count: 5 }
    expect(models(both)).toEqual({ found: [one], total: 1, makers: ['HP'] })
    expect(models(Object.fromEntries(Object.entries(both).toReversed())).found).toEqual([one])
  })

  it('are the eight that most supplies fit of thousands, and by name where as many do', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`hp-${i} HP ${10_000 - i}`, i % 100]))
    const { found, total } = models(many)
    const names = Array.from({ length: 8 }, (_, i) => `HP ${5001 + 100 * i}`)
    expect(found.map(({ name, count }) => [name, count])).toEqual(names.toSorted().map((name) => [name, 99]))
    expect(total).toBe(5000)
  })

  it('are those whose names have the words that are looked for, with or without hyphens', () => {
    const counts = { 'epson-et-2850 Epson ET-2850': 1, 'epson-et-4850 Epson ET-4850': 4, 'hp-2850 HP 2850': 2 }
    const found = (modelsLike: string) => models(counts, { modelsLike }).found.map(({ name }) => name)
    for (const typed of ['ET2850', 'et-2850', 'epson 2850']) expect(found(typed), typed).toEqual(['Epson ET-2850'])
    expect(found('2850')).toEqual(['HP 2850', 'Epson ET-2850'])
    expect(found('laser')).toEqual([])
  })

  it('begin with the chosen ones, also those that nothing fits, each once', () => {
    const counts = { 'hp-1 HP 1': 1, 'hp-2 HP 2': 2, 'hp-3 HP 3': 3 }
    const { found, total } = models(counts, { models: ['nobody-7', 'hp-1', 'hp-1'], modelsLike: '3' })
    expect(found).toEqual([
      { slug: 'hp-1', name: 'HP 1', count: 1 },
      { slug: 'nobody-7', name: 'nobody 7', count: 0 },
      { slug: 'hp-3', name: 'HP 3', count: 3 },
    ])
    expect(total).toBe(3)
  })

  it('leave nothing under other choices although they occur, and stay', () => {
    const inScope = countsOf({ 'hp-1 HP 1': 1, 'oki-1 OKI 1': 1 })
    const counted = countedModels(modelsInScope(inScope, countsOf({ 'oki-1 OKI 1': 1 })), {})
    expect(counted.found.map(({ name, count }) => [name, count])).toEqual([
      ['OKI 1', 1],
      ['HP 1', 0],
    ])
  })

  it('name the six makers of most of them', () => {
    const makers = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    const counts = Object.fromEntries(
      makers.flatMap((maker, i) =>
        Array.from({ length: i + 1 }, (_, model) => [`${maker}-${model} ${maker} ${model}`, 1]),
      ),
    )
    expect(models(counts).makers).toEqual(['G', 'F', 'E', 'D', 'C', 'B'])
  })
})

describe('the brands of a panel', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ brand: `Brand ${String(i).padStart(5, '0')}`, count: i % 100 }))

  it('are all that there are, up to two hundred, with those that are chosen', () => {
    expect(shownBrands(named(200))).toEqual({ brands: named(200), moreBrands: 0 })
    const { brands, moreBrands } = shownBrands(named(2), ['', 'Acme', 'Brand 00001', 'Acme'])
    expect(brands.map(({ brand, count }) => [brand, count])).toEqual([
      ['Acme', 0],
      ['Brand 00000', 0],
      ['Brand 00001', 1],
    ])
    expect(moreBrands).toBe(0)
  })

  it('are the two hundred with the most products of thousands, in their order, with how many are left out', () => {
    const { brands, moreBrands } = shownBrands(named(10_100))
    expect(brands).toEqual(named(10_100).filter(({ count }, i) => count === 99 || (count === 98 && i < 9900)))
    expect([brands.length, moreBrands]).toEqual([200, 9900])
  })

  it('have the chosen ones with their own counts beside two hundred', () => {
    const { brands, moreBrands } = shownBrands(named(10_000), ['Brand 00003', 'Nobody'])
    expect(brands).toHaveLength(202)
    expect(brands).toContainEqual({ brand: 'Brand 00003', count: 3 })
    expect(brands.at(-1)).toEqual({ brand: 'Nobody', count: 0 })
    expect(moreBrands).toBe(9799)
  })
})
