import { setImmediate } from 'node:timers/promises'
import { bestOf, MAX_FOUND, needsOf, type FinderAnswers, type FoundPrinter, type Need } from '../domain/finder.ts'
import { weakerAnswers, weakestTogether, type AnswerChanges, type WayOut } from '../domain/finder-changes.ts'
import { isMadeFor, listsFor } from '../domain/finder-lists.ts'
import { isWithin } from '../domain/measures.ts'
import { fits } from '../domain/product-facets.ts'
import type { ProductSort } from '../domain/product-query.ts'
import type { Product } from '../domain/product.ts'
import type { CatalogSearch } from './catalog-search.ts'
import { facetsOf } from './facets-of.ts'
import { measuresOf } from './measures-of.ts'
import { slicesToReadThrough } from './slices-to-read-through.ts'

/** What the finder proposes, and how many products meet every need. */
export interface FoundPrinters {
  readonly printers: readonly FoundPrinter[]
  readonly fitting: number
  /** When nothing fits: the fewest answers that are in the way, each or together, and what to answer instead. */
  readonly waysOut: readonly WayOut[]
}

export type FindPrinters = (answers: FinderAnswers) => Promise<FoundPrinters>

/** Of each list so many are compared: those with the cheapest pages and the cheapest ones, whatever the catalog's size. */
const COMPARED = 60
/** Of each list of what lacks something, of which there may be fifty. */
const COMPARED_NEAREST = 12
const SORTS: readonly ProductSort[] = ['page-cost', 'price-low']
const WAYS_OUT = 3

const readOne = (product: Product) => ({ own: facetsOf(product), measured: measuresOf(product) })

/** What these products can be chosen by, some at a time: others are answered in between. */
async function readThrough(products: readonly Product[]): Promise<ReadonlyMap<Product, ReturnType<typeof readOne>>> {
  const known = new Map<Product, ReturnType<typeof readOne>>()
  for (const slice of slicesToReadThrough(products, (product) => product)) {
    if (known.size > 0) await setImmediate()
    for (const product of slice) known.set(product, readOne(product))
  }
  return known
}

/**
 * Finds the three printers that fit best. When fewer than three meet every need, those that lack one are compared as
 * well, and then those that lack what matters least, the next one too, and so on to all that could do the task.
 */
export function createFindPrinters(deps: {
  readonly search: Pick<CatalogSearch, 'list' | 'count'>
  readonly findProducts: (ids: readonly number[]) => Promise<readonly Product[]>
}): FindPrinters {
  const { search, findProducts } = deps

  async function idsOf(
    answers: FinderAnswers,
    needs: readonly Need[],
    limit = COMPARED_NEAREST,
  ): Promise<readonly number[]> {
    const queries = listsFor(answers, needs).flatMap((filters) =>
      SORTS.map((sort) => ({ ...filters, sort, limit, offset: 0 })),
    )
    return (await Promise.all(queries.map((query) => search.list(query)))).flatMap(({ ids }) => ids)
  }

  /** How many products meet every need. */
  async function count(answers: FinderAnswers): Promise<number> {
    const lists = listsFor(answers, needsOf(answers))
    const counts = await Promise.all(lists.map((filters) => search.count(filters)))
    return counts.reduce((sum, each) => sum + each, 0)
  }

  /** The first of these changes with which something fits. */
  async function firstWay(answers: FinderAnswers, changes: readonly AnswerChanges[]): Promise<readonly WayOut[]> {
    for (const each of changes) {
      const fitting = await count({ ...answers, ...each })
      if (fitting > 0) return [{ changes: each, fitting }]
    }
    return []
  }

  async function findWaysOut(answers: FinderAnswers): Promise<readonly WayOut[]> {
    const weaker = weakerAnswers(answers)
    const alone: WayOut[] = []
    for (const changes of weaker) alone.push(...(await firstWay(answers, changes)))
    for (let together = 2; alone.length === 0 && together <= weaker.length; together++)
      for (const changes of weakestTogether(weaker, together)) alone.push(...(await firstWay(answers, [changes])))
    return alone.slice(0, WAYS_OUT)
  }

  return async function findPrinters(answers) {
    const needs = needsOf(answers)
    const fitting = await count(answers)
    const ids = new Set(await idsOf(answers, needs, COMPARED))
    if (fitting < MAX_FOUND) {
      const withoutOne = needs.map((dropped) => needs.filter((need) => need !== dropped))
      const withoutLast = needs.map((_, i) => needs.slice(0, i))
      for (const kept of [...withoutOne, ...withoutLast]) for (const id of await idsOf(answers, kept)) ids.add(id)
    }
    const products = await findProducts([...ids])
    const known = await readThrough(products)
    const meets = (product: Product, { name, choices, measures = {} }: Need) => {
      const { own, measured } = known.get(product) ?? readOne(product)
      return name === 'purpose' ? isMadeFor(product, own, answers) : fits(own, choices) && isWithin(measured, measures)
    }
    const waysOut = fitting === 0 ? await findWaysOut(answers) : []
    return { printers: bestOf(products, answers, meets), fitting, waysOut }
  }
}
