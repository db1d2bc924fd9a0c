import { expect, it } from 'vitest'
import { aProduct } from '../../testing/product-builder.ts'
import { CatalogIndex } from './catalog-index.ts'
import { bytesOf } from './testing/bytes-of.ts'

const SMALL = 2_000
const LARGE = 20_000

function indexOf(products: number): CatalogIndex {
  const index = new CatalogIndex()
  for (let id = 1; id <= products; id++) {
    index.fill(
      aProduct({
        id,
        name: `Alder LaserWriter ${id}`,
        brand: `Brand ${id % 12}`,
        category: `category-${id % 6}`,
        priceCents: (id * 7919) % 90_000,
        inStock: id % 11 > 0,
      }),
    )
  }
  index.finish()
  return index
}

/**
 * Processor time of one call in ms, the least of some rounds, so that other work on the machine does not count, nor that
 * V8 compiles what is called: in the first three rounds that takes more than the calls.
 */
function costOf(call: (i: number) => void): number {
  const rounds = Array.from({ length: 10 }, () => {
    const before = process.cpuUsage()
    for (let i = 0; i < 200; i++) call(i)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 200_000
  })
  return Math.min(...rounds)
}

it('lists, counts and searches ten times as many products for much less than ten times the cost', () => {
  const calls = (index: CatalogIndex): ((i: number) => void)[] => [
    (i) =>
      index.list({
        category: `category-${i % 6}`,
        price: '100-300',
        inStock: true,
        sort: 'name',
        limit: 24,
        offset: 48,
      }),
    (i) => index.facets({ category: `category-${i % 6}`, inStock: true }),
    (i) => index.list({ search: `alder laserwriter ${1000 + i}`, limit: 24, offset: 0 }),
    (i) => index.list({ search: `qwertzuiop${i}`, limit: 24, offset: 0 }),
  ]
  const small = calls(indexOf(SMALL)).map(costOf)
  const large = calls(indexOf(LARGE)).map(costOf)
  // A tenth of a millisecond more is nothing, however it compares with the smaller catalog.
  for (const [i, cost] of large.entries()) expect(cost).toBeLessThan(Math.max(8 * (small[i] ?? 0), 0.1))
})

it('knows what it found with a letter with which more words begin than a search may look at', () => {
  const index = new CatalogIndex()
  for (let id = 1; id <= 12_000; id++)
    index.fill(aProduct({ id, features: Array.from({ length: 6 }, (_, i) => `q${i}${id}`) }))
  index.finish()
  const search = () => index.list({ search: 'q', limit: 24, offset: 0 })
  const first = search()
  expect(first.total).toBeGreaterThan(0)
  expect(search()).toEqual(first)
  // To look again takes some milliseconds.
  expect(costOf(search)).toBeLessThan(1)
})

it('finds a rare word beside a letter with which more words begin than a search may look at', () => {
  const index = new CatalogIndex()
  for (let id = 1; id <= 12_000; id++)
    index.fill(aProduct({ id, features: Array.from({ length: 6 }, (_, i) => `q${i}${id}`) }))
  // Its only word with the letter is the last of all. Descriptions count where nothing else has all words.
  index.fill(aProduct({ id: 12_001, name: 'Zebra', features: ['qzz'], description: '' }))
  index.fill(aProduct({ id: 12_002, name: 'Zebra', specifications: { Weight: '2 kg' }, description: 'Quartz' }))
  index.finish()
  const found = () => index.list({ search: 'zebra q', limit: 24, offset: 0 }).ids
  expect(found()).toEqual([12_001])
  index.list({ search: 'q', limit: 24, offset: 0 })
  expect(found()).toEqual([12_001])
  for (const _ of index.prepare());
  expect(found()).toEqual([12_001])
})

it('copies no more than one array at once while products come, also after a start', () => {
  const taken = () => process.memoryUsage().arrayBuffers
  const bytes = Buffer.concat([...indexOf(4000).save()])
  const index = CatalogIndex.load(bytesOf(bytes))
  if (index === null) throw new Error('the snapshot was not recognized')
  let [byChanges, byRoom] = [0, 0]
  for (let first = 4001; first <= 8000; first += 50) {
    const products = Array.from({ length: 50 }, (_, i) =>
      aProduct({
        id: first + i,
        name: `Alder LaserWriter ${first + i}`,
        brand: `Brand ${i % 12}`,
        features: ['Wireless'],
      }),
    )
    let before = taken()
    index.update([], products)
    byChanges = Math.max(byChanges, taken() - before)
    before = taken()
    for (const _ of index.makeRoom()) {
      byRoom = Math.max(byRoom, taken() - before)
      before = taken()
    }
  }
  expect(index.size).toBe(8000)
  // The sets grow together, and take little.
  expect(byChanges).toBeLessThan(bytes.length / 50)
  expect(byRoom).toBeGreaterThan(0)
  expect(byRoom).toBeLessThan(bytes.length / 3)
})
