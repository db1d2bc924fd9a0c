import { bestOf, filtersFor, MOST_FOUND, needsOf, type FinderAnswers, type FoundPrinter } from '../domain/finder.ts'
import { fits } from '../domain/product-facets.ts'
import type { ProductFilters, ProductQuery, ProductSort } from '../domain/product-query.ts'
import type { Product } from '../domain/product.ts'
import type { FoundProducts } from './catalog-search.ts'
import { facetsOf } from './facets-of.ts'

/** What the finder proposes, and how many products meet every need. */
export interface FoundPrinters {
  readonly printers: readonly FoundPrinter[]
  readonly fitting: number
}

export type FindPrinters = (answers: FinderAnswers) => Promise<FoundPrinters>

/** Of each list so many are compared: those with the cheapest pages and the cheapest ones, whatever the catalog's size. */
const COMPARED = 60
const SORTS: readonly ProductSort[] = ['page-cost', 'price-low']

/**
 * Finds the three printers that fit best. When fewer than three meet every need, those that lack one
 * are compared as well, and then all that do the task.
 */
export function createFindPrinters(deps: {
  readonly list: (query: ProductQuery) => Promise<FoundProducts>
  readonly findProducts: (ids: readonly number[]) => Promise<readonly Product[]>
}): FindPrinters {
  const { list, findProducts } = deps

  async function idsOf(filters: ProductFilters): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
    const found = await Promise.all(SORTS.map((sort) => list({ ...filters, sort, limit: COMPARED, offset: 0 })))
    return { ids: found.flatMap(({ ids }) => ids), total: found[0]?.total ?? 0 }
  }

  return async function findPrinters(answers) {
    const needs = needsOf(answers)
    const strict = await idsOf(filtersFor(answers, needs))
    const ids = new Set(strict.ids)
    if (strict.total < MOST_FOUND && needs.length > 0) {
      const looser = [...needs.map((dropped) => needs.filter((need) => need !== dropped)), []]
      for (const kept of looser) for (const id of (await idsOf(filtersFor(answers, kept))).ids) ids.add(id)
    }
    const products = await findProducts([...ids])
    const own = new Map(products.map((product) => [product.id, facetsOf(product)]))
    const printers = bestOf(products, answers, ({ id }, { choices }) => fits(own.get(id) ?? [], choices))
    return { printers, fitting: strict.total }
  }
}
