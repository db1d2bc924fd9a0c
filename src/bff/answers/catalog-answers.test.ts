import { describe, expect, it } from 'vitest'
import type { CatalogModule, FoundProducts, Product, UnderstoodFacets } from '#modules/catalog'
import { productText } from '../../modules/catalog/search/product-text.ts'
import { aProduct } from '../../modules/catalog/testing/product-builder.ts'
import type { FinderAsked } from '../presenters/finder.ts'
import { productEncoder } from '../presenters/product-encoder.ts'
import { createCatalogAnswers, type CatalogAnswers } from './catalog-answers.ts'
import type { ListQuery } from './catalog-filters.ts'
import { createCatalogReads } from './catalog-reads.ts'

/** A catalog in memory that counts its changes as the real one does. */
function setUp() {
  const products = new Map<number, Product>([1, 2, 3].map((id) => [id, aProduct({ id, stockQuantity: 40 })]))
  const versions = new Map<number, number>()
  const shownVersions = new Map<number, number>()
  const state = {
    latest: 0,
    arrangement: 0,
    reads: 0,
    reviewReads: 0,
    beforeTexts: () => {},
    readShown: null as FoundProducts['readShown'] | null,
  }
  const count = (counts: Map<number, number>, id: number) => counts.set(id, ++state.latest)
  const reads = createCatalogReads({
    catalog: {
      changes: {
        get latest() {
          return state.latest
        },
        get arrangement() {
          return state.arrangement
        },
        versionOf: (id: number) => versions.get(id) ?? 0,
        shownVersionOf: (id: number) => shownVersions.get(id) ?? 0,
      },
      async findIds({ limit, offset }: { limit: number; offset: number }) {
        const ids = [...products.keys()]
        const page = ids.slice(offset, offset + limit)
        return { ids: page, total: ids.length, ...(state.readShown !== null && { readShown: state.readShown }) }
      },
      async texts(ids: readonly number[]) {
        state.reads++
        state.beforeTexts()
        return ids.flatMap((id) => {
          const product = products.get(id)
          return product === undefined ? [] : [productText(productEncoder, product)]
        })
      },
      listReviews: async () => {
        state.reviewReads++
        return []
      },
      getProduct: () => Promise.reject(new Error('There is no such product')),
      listLinkedIds: async () => [2],
      sumsOfPage: () => ({ black: null, color: null }),
      fittedModel: () => null,
      findPrinters: async () => ({
        printers: [{ productId: 1, misses: [], threeYears: null }],
        fitting: 1,
        waysOut: [],
      }),
      countFacets: async (): Promise<UnderstoodFacets> => ({
        total: products.size,
        inStock: 0,
        choices: [],
        shortcuts: [],
        brands: [],
        moreBrands: 0,
        priceRanges: [],
        categories: [],
      }),
      suggest: async () => ['Printer 1'],
    } as Partial<CatalogModule> as CatalogModule,
  })
  const answers = createCatalogAnswers(reads, { choices: [], shortcuts: [] })
  return {
    state,
    reads,
    answers,
    async list(url: string, query: Partial<ListQuery> = {}) {
      return answers.find(url) ?? (await answers.list(query as ListQuery, url))
    },
    change(id: number, change: Partial<Product>, options: { readonly isShown: boolean }) {
      const product = products.get(id)
      if (product !== undefined) products.set(id, { ...product, ...change })
      count(versions, id)
      if (options.isShown) count(shownVersions, id)
    },
    remove(id: number) {
      products.delete(id)
      count(versions, id)
      count(shownVersions, id)
      state.arrangement++
    },
  }
}

describe('a list', () => {
  it('is the texts of its products, with the count of all', async () => {
    const { list } = setUp()
    const answer = await list('/a', { limit: 2, offset: 1 })
    expect((JSON.parse(answer.body.toString()) as Product[]).map(({ id }) => id)).toEqual([2, 3])
    expect(answer.headers['x-total-count']).toBe('3')
    const none = await list('/b', { limit: 2, offset: 9 })
    expect([none.body.toString(), none.headers['x-total-count']]).toEqual(['[]', '3'])
    const byId = await list('/c', { ids: [3, 9] })
    expect((JSON.parse(byId.body.toString()) as Product[]).map(({ id }) => id)).toEqual([3])
    expect(byId.headers['x-total-count']).toBe('1')
  })

  it('is made again only when one of its products changes, and then has another ETag', async () => {
    const { state, list, change } = setUp()
    await list('/a', { limit: 2 })
    const first = await list('/a', { limit: 2 })
    change(3, { stockQuantity: 39 }, { isShown: false })
    expect(await list('/a', { limit: 2 })).toBe(first)
    expect(state.reads).toBe(2)
    change(2, { stockQuantity: 39 }, { isShown: false })
    const second = await list('/a', { limit: 2 })
    expect(second.tag).not.toBe(first.tag)
    expect(second.body.toString()).toContain('"stockQuantity":39')
    change(2, { stockQuantity: 40 }, { isShown: false })
    expect((await list('/a', { limit: 2 })).tag).toBe(first.tag)
  })

  it('have another tag for every other choice, order and version of products', async () => {
    const { list, change } = setUp()
    const orders = [[], [1], [2], [3], [1, 2], [2, 1], [1, 3], [3, 1], [2, 3], [3, 2], [1, 1], [1, 1, 1]]
    const tagsOf = async (version: number) =>
      Promise.all(orders.map(async (ids, i) => (await list(`/${version}/${i}`, { ids })).tag))
    const tags = await tagsOf(0)
    for (let stockQuantity = 39; stockQuantity > 0; stockQuantity--) {
      change(1, { stockQuantity }, { isShown: false })
      tags.push(...(await tagsOf(stockQuantity)))
    }
    // Without product 1 nothing changes: the empty list, 2, 3, and both of them in their two orders.
    expect(new Set(tags).size).toBe(orders.length + 39 * (orders.length - 5))
  })

  it('is made again when products may have moved, with the same ETag if they have not', async () => {
    const { state, list } = setUp()
    await list('/a')
    await list('/ids', { ids: [1] })
    const first = await list('/a')
    const byId = await list('/ids', { ids: [1] })
    state.arrangement++
    const second = await list('/a')
    expect(second).not.toBe(first)
    expect(second.tag).toBe(first.tag)
    expect(await list('/ids', { ids: [1] })).toBe(byId)
  })

  it('is not kept when one of its products changes while it is made', async () => {
    const { state, answers, list, change } = setUp()
    await list('/a')
    state.beforeTexts = () => change(1, { stockQuantity: 1 }, { isShown: true })
    await list('/a')
    expect(answers.find('/a')).toBeUndefined()
  })

  it('shows no product that went between the finding and the reading, and ends when others go all the time', async () => {
    const { state, list, change, remove } = setUp()
    state.beforeTexts = () => {
      state.beforeTexts = () => {}
      remove(2)
    }
    const answer = await list('/a')
    expect(JSON.parse(answer.body.toString()).map(({ id }: Product) => id)).toEqual([1, 3])
    expect(answer.headers['x-total-count']).toBe('2')
    state.reads = 0
    state.beforeTexts = () => change(1, { stockQuantity: state.reads }, { isShown: true })
    expect((await list('/b')).status).toBe(200)
    expect(state.reads).toBe(3)
  })

  it('shows what is left of it where that is read with its conditions', async () => {
    const { state, list } = setUp()
    state.readShown = async () => [productText(productEncoder, aProduct({ id: 3 }))]
    const answer = await list('/a', { limit: 2 })
    expect((JSON.parse(answer.body.toString()) as Product[]).map(({ id }) => id)).toEqual([3])
    expect(state.reads).toBe(0)
  })

  it('loses a product that was deleted', async () => {
    const { answers, list, remove } = setUp()
    for (let time = 0; time < 2; time += 1) {
      await list('/a')
      await answers.product('1', '/1')
    }
    expect(answers.find('/1')).toBeDefined()
    remove(1)
    expect(answers.find('/1')).toBeUndefined()
    await expect(answers.product('1', '/1')).rejects.toThrow('There is no such product')
    expect((await list('/a')).headers['x-total-count']).toBe('2')
  })
})

describe('the list of a page', () => {
  it('has the stock only where few are left: while more are sold it stays the same', async () => {
    const { reads, change } = setUp()
    const path = '/api/products?limit=2'
    change(2, { stockQuantity: 5 }, { isShown: true })
    const { value, isCurrent } = await reads.forPage(path)
    expect((value as Product[]).map(({ stockQuantity }) => stockQuantity)).toEqual([undefined, 5])
    change(1, { stockQuantity: 6 }, { isShown: false })
    expect(isCurrent()).toBe(true)
    expect((await reads.forPage(path)).value, 'when it is made again for another reason').toEqual(value)
  })
})

describe('reviews', () => {
  it('are asked from the database only where there are some, and not for a product that is gone', async () => {
    const { state, answers, change, remove } = setUp()
    change(1, { reviewCount: 0 }, { isShown: true })
    expect((await answers.reviews('1', '/r1')).body.toString()).toBe('[]')
    expect(state.reviewReads).toBe(0)
    change(1, { reviewCount: 1 }, { isShown: true })
    expect(answers.find('/r1')).toBeUndefined()
    await answers.reviews('1', '/r1')
    expect(state.reviewReads).toBe(1)
    remove(1)
    await expect(answers.reviews('1', '/r1')).rejects.toThrow('There is no such product')
  })
})

describe('what a page reads', () => {
  it('stays current after a sale that changes nothing that is shown', async () => {
    const { reads, change } = setUp()
    const page = await reads.forPage('/api/products?limit=24')
    const detail = await reads.forPage('/api/products/1')
    change(1, { stockQuantity: 39 }, { isShown: false })
    expect([page.isCurrent(), detail.isCurrent()]).toEqual([true, true])
    change(1, { inStock: false }, { isShown: true })
    expect([page.isCurrent(), detail.isCurrent()]).toEqual([false, false])
  })

  it('is a whole product, and in lists what a card needs', async () => {
    const { reads } = setUp()
    const { value: product } = await reads.forPage('/api/products/1')
    expect(product).toMatchObject({ id: 1, description: expect.any(String) as string })
    const { value: list } = await reads.forPage('/api/products?limit=1')
    expect(list).toEqual([expect.not.objectContaining({ description: expect.any(String) as string })])
    expect(list).toEqual([expect.objectContaining({ id: 1, price: expect.any(String) as string })])
  })
})

describe('what is kept', () => {
  const ASKED: FinderAsked = {
    prints: 'documents',
    pages: 100,
    color: 'no',
    scans: 'no',
    connection: 'any',
    paper: 'letter',
  }

  /** Which of these changes put an answer out of date. */
  async function outdatedBy(make: (answers: CatalogAnswers) => Promise<unknown>) {
    const { answers, state, change } = setUp()
    const changes = {
      sale: () => change(1, { stockQuantity: 39 }, { isShown: false }),
      first: () => change(1, {}, { isShown: true }),
      second: () => change(2, {}, { isShown: true }),
      third: () => change(3, {}, { isShown: true }),
      arrangement: () => void state.arrangement++,
    }
    const outdating: string[] = []
    for (const [name, happens] of Object.entries(changes)) {
      for (let time = 0; time < 2; time += 1) await make(answers)
      expect(answers.find('/kept'), 'before anything changes').toBeDefined()
      happens()
      if (answers.find('/kept') === undefined) outdating.push(name)
    }
    return outdating
  }

  it('of what fits a product is out of date when that product or one of these changes', async () => {
    expect(await outdatedBy((answers) => answers.fitting('1', '/kept'))).toEqual(['sale', 'first', 'second'])
  })

  it('of the finder is out of date when other printers may fit, or when something that it shows changes', async () => {
    expect(await outdatedBy((answers) => answers.finder(ASKED, '/kept'))).toEqual(['first', 'arrangement'])
  })

  it('of counts and suggestions is out of date when products may have moved', async () => {
    expect(await outdatedBy((answers) => answers.facets({}, '/kept'))).toEqual(['arrangement'])
    expect(await outdatedBy((answers) => answers.suggestions('pri', '/kept'))).toEqual(['arrangement'])
  })
})
