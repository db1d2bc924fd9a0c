import { beforeAll, expect, it } from 'vitest'
import { wordsOf } from '../../domain/words.ts'
import { aProduct } from '../../testing/product-builder.ts'
import { attemptsFor } from '../search-attempts.ts'
import { Bitmap } from './bitmap.ts'
import { ProductTable } from './product-table.ts'
import { Ranking } from './ranking.ts'
import { SetRanking } from './set-ranking.ts'
import { WordMatcher, type ManyMatches } from './word-matcher.ts'

/** More than are scored one by one. */
const COUNT = 1100
const NAMES = [
  'Alder Quill',
  'Quill Alder',
  'Quill Printer',
  'Aldergrove Quill Printer',
  'Printer',
  'Alder Printer Quill',
  'Colour Alder',
]

const table = new ProductTable()
let matcher: WordMatcher
let ranking: Ranking
let bySets: SetRanking
const every = (n: number) => {
  const set = new Bitmap()
  for (let slot = 0; slot < COUNT; slot += n) set.add(slot)
  return set
}

beforeAll(() => {
  for (let id = 1; id <= COUNT; id++) {
    const isLoud = id % 3 === 0
    table.add(
      aProduct({
        id,
        name: `${NAMES[id % NAMES.length]} ${(id * 7919) % COUNT}`,
        brand: id % 5 === 0 ? 'Alder' : 'Quill',
        features: isLoud ? ['Quill printer of alder, in color'] : ['Alder in color'],
        description: 'An alder printer with a quill.',
        isFeatured: id % 7 === 0,
        rating: id % 5,
      }),
    )
  }
  table.settle()
  const featured = table.orders.in('featured')
  matcher = new WordMatcher(table.words)
  ranking = new Ranking(table.names, featured)
  bySets = new SetRanking(table, featured, ranking)
})

/** The places of a page, as each match by itself has its score. */
function scoredOneByOne({ set, words }: ManyMatches, query: Parameters<SetRanking['page']>[1]) {
  const slots = new Uint32Array(COUNT)
  const count = set.writeTo(slots)
  const scores = new Uint16Array(COUNT)
  for (const slot of slots.subarray(0, count)) for (const { sets } of words) scores[slot]! += sets.scoreOf(slot)
  const { slots: page, total } = ranking.page({ count, slots, scores }, { ...query, beginning: null })
  return { page: Array.from(page), total }
}

it.each([
  'alder',
  'quill',
  'printer',
  'al',
  'alder quill',
  'quill alder',
  'printer alder quill',
  'quill printer',
  'of',
  'colour',
])('puts many matches of "%s" in the order that their scores have', (text) => {
  const matches = matcher.search(attemptsFor(text), table)
  if (!('set' in matches)) throw new Error('these are few')
  const search = wordsOf(text).join(' ')
  for (const filter of [null, every(1), every(2)])
    for (const preferred of [null, every(3)])
      for (const [offset, limit] of [
        [0, 12],
        [5, 30],
        [250, 500],
        [1090, 24],
        [3000, 5],
      ] as const) {
        const query = { search, filter, preferred, offset, limit }
        const { slots, total } = bySets.page(matches, query)
        expect({ page: Array.from(slots), total }, JSON.stringify({ offset, limit })).toEqual(
          scoredOneByOne(matches, query),
        )
      }
})
