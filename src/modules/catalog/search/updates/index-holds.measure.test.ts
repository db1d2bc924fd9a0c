import { describe, expect, it } from 'vitest'
import { createLogger } from '#platform/log/logger'
import { longestHold } from '../../../../bff/testing/longest-hold.ts'
import type { Product } from '../../domain/product.ts'
import { aProduct, plainEncoder } from '../../testing/product-builder.ts'
import { ChangeCounts } from '../catalog-changes.ts'
import { ProductTexts } from '../disk/product-texts.ts'
import { createReadModel } from './read-model.ts'
import { createReadersWait } from './readers-wait.ts'

const PRODUCTS = 500
/** What a change of the catalog may hold up all visitors for, in ms of processor time. */
const LONGEST_HOLD_MS = 50
const ATTEMPTS = 4

const LETTERS = 'bcdfghjklmnpqrstvwxz'

/** A word of letters that no other number has. */
function wordOf(number: number): string {
  let word = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / LETTERS.length)) word += LETTERS[rest % LETTERS.length]
  return word.padStart(8, 'q')
}

/** Everything as long as a form and a price list allow, and no word twice. */
function longestProduct(id: number, from: number): Product {
  let next = from
  const text = (length: number) => {
    let words = wordOf(next++)
    while (words.length < length - 10) words += ` ${wordOf(next++)}`
    return words
  }
  const texts = (count: number, length: number) => Array.from({ length: count }, () => text(length))
  return aProduct({
    id,
    name: text(200),
    description: text(5000),
    features: texts(50, 300),
    fits: texts(200, 200),
    specifications: Object.fromEntries(texts(200, 80).map((name) => [name, text(500)])),
  })
}

async function aReadModel() {
  const stored = new Map<number, Product>()
  let now = 0
  const found = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const product = stored.get(id)
      return product === undefined ? [] : [{ product, changedAt: now, reviewsChangedAt: 0 }]
    })
  const readModel = createReadModel({
    products: {
      async *readAll() {
        yield found([...stored.keys()])
      },
      findMany: async (ids) => found(ids),
    },
    changes: new ChangeCounts(),
    readersWait: createReadersWait(),
    onChange: () => {},
    newTexts: () => new ProductTexts({ encoder: plainEncoder, file: null, logger: createLogger('silent') }),
  })
  for (let id = 1; id <= PRODUCTS; id++) stored.set(id, aProduct({ id, name: `Alder LaserWriter ${id}` }))
  await readModel.readAll()
  return {
    current: () => readModel.current.index,
    async change(products: readonly Product[]) {
      now++
      for (const product of products) stored.set(product.id, product)
      await readModel.readInSlices(products.map(({ id }) => id))
    },
  }
}

describe('a product that gets the longest texts, of words that no product had,', () => {
  it('holds up nobody, nor when it loses them', async () => {
    const { change, current } = await aReadModel()
    let [gained, lost] = [Infinity, Infinity]
    for (let i = 0; i < ATTEMPTS && Math.max(gained, lost) >= LONGEST_HOLD_MS; i++) {
      const [longest, usual] = [longestProduct(7, 1e6 * (i + 1)), aProduct({ id: 7, name: 'Alder LaserWriter 7' })]
      gained = Math.min(gained, await longestHold(() => change([longest])))
      const last = wordOf(1e6 * (i + 1) + 3)
      expect(current().list({ search: last, limit: 1, offset: 0 }).ids).toEqual([7])
      lost = Math.min(lost, await longestHold(() => change([usual])))
      expect(current().list({ search: last, limit: 1, offset: 0 }).ids).toEqual([])
    }
    expect(gained).toBeLessThan(LONGEST_HOLD_MS)
    expect(lost).toBeLessThan(LONGEST_HOLD_MS)
  })
})
