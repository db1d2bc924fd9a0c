import { readPriceWords } from '../domain/price-words.ts'
import type { ProductFilters, ProductQuery, UnderstoodFacets } from '../domain/product-query.ts'
import type { CatalogSearch, FoundProducts } from '../search/catalog-search.ts'

/** The lists of the shop, which understand what a search says about the price, and the counts of their filter panel. */
export interface UnderstoodLists {
  /** For something cheap without a sort of the visitor's own, the cheapest come first. */
  list(query: ProductQuery): Promise<FoundProducts>
  /** The counts say how the search was understood, where that is more than "products with these words". */
  countFacets(filters: ProductFilters): Promise<UnderstoodFacets>
}

export function understandSearches(search: Pick<CatalogSearch, 'list' | 'countFacets'>): UnderstoodLists {
  const isCategory = async (category: string) => (await search.list({ category, limit: 1, offset: 0 })).total > 0

  /** Sorted by price, "printer" must mean the category: a drawer for the receipt printer is cheaper than any. */
  async function categoryNamed(words: string): Promise<string | null> {
    const name = words.toLowerCase().replaceAll(' ', '-')
    for (const category of [name, `${name}s`]) if (words !== '' && (await isCategory(category))) return category
    return null
  }

  async function understand<Asked extends ProductFilters>(asked: Asked): Promise<{ asked: Asked; isCheap: boolean }> {
    const { words, limits, isCheap } = readPriceWords(asked.search ?? '')
    const limitsPrice = limits.least !== undefined || limits.most !== undefined
    if (!isCheap && !limitsPrice) return { asked, isCheap }
    const category = asked.category === undefined ? await categoryNamed(words) : null
    return {
      asked: {
        ...asked,
        search: category === null ? words : '',
        priceLimits: limits,
        ...(category === null ? {} : { category }),
      },
      isCheap,
    }
  }

  return {
    async list(query) {
      const { asked, isCheap } = await understand(query)
      return search.list(isCheap && asked.sort === undefined ? { ...asked, sort: 'price-low' } : asked)
    },
    async countFacets(filters) {
      const { asked, isCheap } = await understand(filters)
      const { kept = null, ...counted } = await search.countFacets(asked)
      // A category that the words name is not chosen: another one is chosen beside all of the words.
      const { categories } =
        asked.category === filters.category
          ? counted
          : await search.countFacets({
              ...asked,
              search: readPriceWords(filters.search ?? '').words,
              category: undefined,
            })
      const counts = { ...counted, categories }
      if (kept === null && !isCheap && asked.priceLimits === undefined) return counts
      const priceLimits = asked.priceLimits ?? {}
      return { ...counts, reading: { asked: asked.search ?? '', kept, priceLimits, isCheapestFirst: isCheap } }
    },
  }
}
