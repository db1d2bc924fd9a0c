import {
  FacetsQuery,
  ListProductsQuery,
  type Product as ProductContract,
  type Review as ReviewContract,
} from '#contracts/catalog'
import { FinderParameters, type FinderAnswer } from '#contracts/finder'
import { listedProduct } from '#contracts/listed-product'
import type { CatalogModule, FoundProducts, ProductText, UnderstoodFacets } from '#modules/catalog'
import { productIdOf } from '../http/path-ids.ts'
import { presentFitting } from '../presenters/fitting.ts'
import { presentFoundPrinter, presentWayOut, toFinderAnswers, type FinderAsked } from '../presenters/finder.ts'
import { presentFacets, presentReview } from '../presenters/product.ts'
import { filtersOf, productQueryOf, queryOf, type FilterQuery, type ListQuery } from './catalog-filters.ts'
import { watchArrangement, watchProducts, type IsCurrent, type VersionOf } from './current.ts'
import { cardsOf, createReadTexts, parseEach, parseProduct } from './read-texts.ts'

/** How often a list is read at most while products keep changing, as during an import. */
const MAX_READS = 3
/** The reviews that a product's page brings. Of more it brings none, and the browser reads them when the page is there. */
const REVIEWS_IN_PAGE = 20

/** What was read, and whether it is still the same. */
export interface Read<T> {
  readonly value: T
  readonly isCurrent: IsCurrent
}

/** What was read for a page. */
export interface PageRead extends Read<unknown> {
  /** It is the beginning of what there is: a page is rendered from it, and the browser reads all of it then. */
  readonly isBeginning?: boolean
}

/** What belongs to a product, and the texts of these products in their order. */
interface FittingRead {
  readonly shown: ReturnType<typeof presentFitting>
  readonly texts: readonly ProductText[]
}

/** The products of a list. The total is null for those that are asked for by their ids: as many as exist. */
type FoundList = Omit<FoundProducts, 'total'> & { readonly total: number | null }

/** What the API and the pages show of the catalog, each with what tells whether it is still the same. */
export interface CatalogReads {
  list(query: ListQuery): Promise<Read<{ readonly texts: readonly ProductText[]; readonly total: number }>>
  facets(query: FilterQuery): Promise<Read<UnderstoodFacets>>
  /** @throws ProductNotFound, also when the text is not an id */
  product(id: string): Promise<Read<ProductText>>
  /** @throws ProductNotFound, also when the text is not an id */
  reviews(id: string): Promise<Read<readonly ReviewContract[]>>
  /** @throws ProductNotFound, also when the text is not an id */
  fitting(id: string): Promise<Read<FittingRead>>
  suggestions(text: string): Promise<Read<readonly string[]>>
  finder(asked: FinderAsked): Promise<Read<FinderAnswer>>
  /**
   * What a page shows of the response to a GET of an API path, read without HTTP. Lists have the fields of cards only,
   * and stay current while a sale changes nothing that is shown. Of many reviews there are the newest.
   * @throws ProductNotFound; ZodError when the path's parameters are not valid; Error for a path that no page reads
   */
  forPage(path: string): Promise<PageRead>
}

export function createCatalogReads({ catalog }: { readonly catalog: CatalogModule }): CatalogReads {
  const { changes } = catalog
  const readTexts = createReadTexts(catalog)
  /** Another one after each change of a product, … */
  const versionOf: VersionOf = (id) => changes.versionOf(id)
  /** … and after each change of what a page shows of it. */
  const shownVersionOf: VersionOf = (id) => changes.shownVersionOf(id)

  async function find(query: ListQuery): Promise<FoundList> {
    const { ids, name } = query
    if (ids !== undefined) return { ids, total: null }
    if (name !== undefined) return { ids: await catalog.findIdsByName(name), total: null }
    return catalog.findIds(productQueryOf(query))
  }

  /**
   * Products are found first and their texts are read then: where one was sold out or repriced in between, a list would
   * show what it leaves out, so it is read again.
   */
  async function readList(query: ListQuery, version: VersionOf) {
    for (let reads = 1; ; reads++) {
      const isArranged = watchArrangement(changes)
      const { ids, total, readShown } = await find(query)
      const areSame = watchProducts(ids, version, changes)
      const texts = await (readShown?.() ?? readTexts(ids))
      const isCurrent = query.ids === undefined ? () => isArranged() && areSame() : areSame
      if (reads === MAX_READS || isCurrent()) return { value: { texts, total: total ?? texts.length }, isCurrent }
    }
  }

  async function readProduct(id: number, version: VersionOf): Promise<Read<ProductText>> {
    const isCurrent = watchProducts([id], version, changes)
    const [text] = await catalog.texts([id])
    if (text !== undefined) return { value: text, isCurrent }
    // Throws the error for a product that there is not; one that appeared meanwhile is read.
    await catalog.getProduct(id)
    return readProduct(id, version)
  }

  async function readReviews(id: number, version: VersionOf, most?: number): Promise<Read<readonly ReviewContract[]>> {
    const { value, isCurrent } = await readProduct(id, version)
    // Most products have no review, and the database need not be asked for none.
    const reviews = parseProduct(value).reviewCount === 0 ? [] : await catalog.listReviews(id, most)
    return { value: reviews.map(presentReview), isCurrent }
  }

  /** 500 long reviews are 3 MB, of which most visitors never see any. */
  async function readReviewsForPage(id: number): Promise<PageRead> {
    const { value, isCurrent } = await readReviews(id, shownVersionOf, REVIEWS_IN_PAGE + 1)
    return { value: value.slice(0, REVIEWS_IN_PAGE), isCurrent, isBeginning: value.length > REVIEWS_IN_PAGE }
  }

  /** No other product needs to be watched: what fits is stored with the product and changes with it. */
  async function readFitting(id: number, version: VersionOf): Promise<Read<FittingRead>> {
    const isSame = watchProducts([id], version, changes)
    const ids = await catalog.listLinkedIds(id)
    const areSame = watchProducts(ids, version, changes)
    // The product itself is the machine of its supplies, so it is not needed where there are none.
    const [texts, [own]] = ids.length === 0 ? [[], []] : await Promise.all([readTexts(ids), catalog.texts([id])])
    const textOf = new Map<ProductContract, ProductText>()
    await parseEach(texts, (product, text) => void textOf.set(product, text))
    const shown = presentFitting([...textOf.keys()], catalog, own === undefined ? null : parseProduct(own))
    return {
      value: { shown, texts: shown.products.flatMap((product) => textOf.get(product) ?? []) },
      isCurrent: () => isSame() && areSame(),
    }
  }

  async function readFacets(query: FilterQuery): Promise<Read<UnderstoodFacets>> {
    const isCurrent = watchArrangement(changes)
    return { value: await catalog.countFacets(filtersOf(query)), isCurrent }
  }

  async function readFinder(asked: FinderAsked): Promise<Read<FinderAnswer>> {
    const isArranged = watchArrangement(changes)
    const { printers, fitting, waysOut } = await catalog.findPrinters(toFinderAnswers(asked))
    const ids = printers.map(({ productId }) => productId)
    const areSame = watchProducts(ids, shownVersionOf, changes)
    const products = new Map((await readTexts(ids)).map(parseProduct).map((product) => [product.id, product]))
    const shown = printers.flatMap((printer) => {
      const product = products.get(printer.productId)
      return product === undefined ? [] : [presentFoundPrinter(printer, listedProduct(product))]
    })
    return {
      value: { printers: shown, fitting, waysOut: waysOut.map(presentWayOut) },
      isCurrent: () => isArranged() && areSame(),
    }
  }

  return {
    list: (query) => readList(query, versionOf),
    facets: readFacets,
    product: async (id) => readProduct(productIdOf(id), versionOf),
    reviews: async (id) => readReviews(productIdOf(id), versionOf),
    fitting: async (id) => readFitting(productIdOf(id), versionOf),
    async suggestions(text) {
      const isCurrent = watchArrangement(changes)
      return { value: await catalog.suggest(text), isCurrent }
    },
    finder: readFinder,
    async forPage(path) {
      const { pathname, searchParams } = new URL(path, 'http://in-process')
      if (pathname === '/api/products') {
        const { value, isCurrent } = await readList(ListProductsQuery.parse(queryOf(searchParams)), shownVersionOf)
        return { value: await cardsOf(value.texts), isCurrent }
      }
      if (pathname === '/api/products/facets') {
        const { value, isCurrent } = await readFacets(FacetsQuery.parse(queryOf(searchParams)))
        return { value: presentFacets(value, catalog.panelOrder), isCurrent }
      }
      if (pathname === '/api/finder') return readFinder(FinderParameters.parse(queryOf(searchParams)))
      const [, id, part] = /^\/api\/products\/([^/]+)(?:\/(reviews|fitting))?$/.exec(pathname) ?? []
      if (id === undefined) throw new Error(`No page reads ${pathname}`)
      if (part === 'reviews') return readReviewsForPage(productIdOf(id))
      if (part === 'fitting') {
        const { value, isCurrent } = await readFitting(productIdOf(id), shownVersionOf)
        return { value: { ...value.shown, products: value.shown.products.map(listedProduct) }, isCurrent }
      }
      const { value, isCurrent } = await readProduct(productIdOf(id), shownVersionOf)
      return { value: parseProduct(value), isCurrent }
    },
  }
}
