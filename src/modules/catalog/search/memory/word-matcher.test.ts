import { expect, it, vi } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { CatalogIndex } from './catalog-index.ts'
import { ScoredSets } from './scored-sets.ts'
import { SearchBudget } from './search-budget.ts'
import { Typos } from './typos.ts'

function anIndex(): CatalogIndex {
  const index = new CatalogIndex()
  for (let id = 1; id <= 64; id++) index.fill(aProduct({ id, name: `Quill Xerographic ${id}` }))
  index.finish()
  return index
}

it('looks for no products of other words when one word is like none of the catalog', () => {
  const index = anIndex()
  const made = vi.spyOn(ScoredSets, 'of')
  expect(index.suggest('xerografhic')).toHaveLength(8)
  expect(made).toHaveBeenCalled()
  made.mockClear()
  expect(index.suggest('qill bbbbbbbb')).toEqual([])
  expect(made).not.toHaveBeenCalled()
})

it('looks once for what a misspelled word means, and again when the words of a product have changed', () => {
  const index = anIndex()
  const lookedUp = vi.spyOn(Typos.prototype, 'similarTo')
  const search = () => index.list({ search: 'xerografhic bbbbbbbb', limit: 1, offset: 0 }).total
  expect(search()).toBe(64)
  expect(lookedUp.mock.calls.map(([word]) => word).toSorted()).toEqual(['bbbbbbbb', 'xerografhic'])
  index.update([65], [aProduct({ id: 65, name: 'Bbbbbbbc Xerographic' })])
  expect(search()).toBe(1)
})

it('does not take a word that is like many others for the word "null"', () => {
  const index = new CatalogIndex()
  const alike = [...'abcdefghijklmnoqrstuvwyz'].flatMap((letter) => [`p${letter}xel`, `pp${letter}el`])
  for (let id = 1; id <= 3_000; id++)
    index.fill(aProduct({ id, name: 'Null', features: [alike[id % alike.length] ?? ''] }))
  index.fill(aProduct({ id: 3_001, name: 'Zebra', features: ['paxel'] }))
  // Descriptions count where nothing else has all words.
  index.fill(aProduct({ id: 3_002, name: 'Zebra', specifications: { Weight: '2 kg' }, description: 'A paxel.' }))
  index.finish()
  expect(index.list({ search: 'null', limit: 1, offset: 0 }).total).toBe(3_000)
  expect(index.list({ search: 'zebra ppxel', limit: 5, offset: 0 }).ids).toEqual([3_001])
})

it('keeps what the words before have in common for what a word may have meant, when nothing has it as it is', () => {
  const index = new CatalogIndex()
  index.fill(aProduct({ id: 1, name: 'Alder Birch Mapel' }))
  index.fill(aProduct({ id: 2, name: 'Maple' }))
  // Would be found, too, without the third word.
  index.fill(aProduct({ id: 3, name: 'Alder Birch Cedar' }))
  index.finish()
  expect(index.list({ search: 'alder birch maple', limit: 5, offset: 0 }).ids).toEqual([1])
})

it('takes no more than two budgets for one text, with all of its words and without some', () => {
  const index = new CatalogIndex()
  const lettersOf = (n: number) => n.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')
  const sku = (n: number) => `qwerty${lettersOf(20_000 + n)}`
  for (let id = 1; id <= 16_000; id++) index.fill(aProduct({ id, name: 'Quill', sku: sku(id) }))
  index.finish()
  const spent = vi.spyOn(SearchBudget.prototype, 'spend')
  const search = Array.from({ length: 7 }, (_, i) => sku(i * 1000 + 7).replace('ty', 'tz')).join(' ')
  index.list({ search, limit: 24, offset: 0 })
  let steps = 0
  for (const [i, [each]] of spent.mock.calls.entries()) if (spent.mock.results[i]?.value === true) steps += each
  spent.mockRestore()
  const whole = new SearchBudget(index.size).left
  expect(steps).toBeGreaterThan(whole)
  // The last step of a budget may go beyond it.
  expect(steps).toBeLessThan(2.1 * whole)
})
