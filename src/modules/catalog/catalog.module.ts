import type { Clock } from '#platform/time/clock'
import type { Counters } from '#platform/database/counters'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/log/logger'
import type { CatalogModule } from './catalog.api.ts'
import { editInBulk } from './domain/bulk-edit.ts'
import { sumsOfPage } from './domain/cost-per-page.ts'
import { PANEL_ORDER } from './domain/product-query.ts'
import { fittedModel } from './domain/supply-links.ts'
import type { ProductEncoder } from './domain/product-encoder.ts'
import { ProductNotFound } from './errors.ts'
import { drawnPictures } from './images/drawn-pictures.ts'
import { createFindImage } from './images/find-image.ts'
import { createBulkProductRepository } from './persistence/bulk-product.repository.ts'
import { createImageRepository } from './persistence/image.repository.ts'
import { imageSchemaSteps } from './persistence/image-schema-steps.ts'
import { createProductChangeRepository } from './persistence/product-change.repository.ts'
import { createProductRepository } from './persistence/product.repository.ts'
import { createStockRepository } from './persistence/stock.repository.ts'
import { createReviewRepository } from './persistence/review.repository.ts'
import { productSchemaSteps } from './persistence/schema-steps.ts'
import { createSeedingRepository } from './persistence/seeding.repository.ts'
import { createSupplyLinkRepository } from './persistence/supply-link.repository.ts'
import { WrittenProducts } from './persistence/written-products.ts'
import { createCatalogSearch, type ReadModelStore } from './search/catalog-search.ts'
import { createDatabaseSearch } from './search/database/database-search.ts'
import { createFindPrinters } from './search/find-printers.ts'
import { understandSearches } from './search/understood-lists.ts'
import { linkSuppliesWhenOffersChanged } from './subscribers/link-supplies-when-offers-changed.ts'
import { refreshSearchWhenProductsChanged } from './subscribers/refresh-search-when-products-changed.ts'
import { createAddReview } from './use-cases/add-review.ts'
import { createEraseReviewer } from './use-cases/erase-reviewer.ts'
import { createEditProduct } from './use-cases/edit-product.ts'
import { createKnowsPart } from './use-cases/knows-part.ts'
import { createLinkSupplies } from './use-cases/link-supplies.ts'
import { createModerateReview } from './use-cases/moderate-review.ts'
import { createOpenSale, createReturnStock, createTakeStock } from './use-cases/move-stock.ts'
import { createPictureBudget, createSaveImage } from './use-cases/save-image.ts'
import { createSeedDemoCatalog } from './use-cases/seed-demo-catalog.ts'
import { createTidyImages } from './use-cases/tidy-images.ts'
import { NewProducts } from './use-cases/new-products.ts'
import { createWriteProducts } from './use-cases/write-products.ts'

const LONGEST_PAGE = 1000
/** More products than any catalog has. */
const NO_LIMIT = 10_000_000

/** Builds the catalog on its collections; `start()` must be awaited before lists and searches are asked for. */
export function createCatalogModule(deps: {
  readonly database: Database
  readonly counters: Counters
  readonly events: EventBus
  readonly clock: Clock
  readonly logger: Logger
  /** Where the build has drawn the demo catalog's pictures and the illustrations. */
  readonly picturesFolder: string
  readonly encoder: ProductEncoder
  /** Where lists and searches are answered: from an index in memory, or by queries of the database. */
  readonly searchIn: 'memory' | 'database'
  /** Where the read model is kept between two starts; null keeps it in memory alone. */
  readonly readModelStore: ReadModelStore | null
}): CatalogModule {
  const { database, counters, events, clock, logger } = deps
  const products = createProductRepository(database)
  const stock = createStockRepository(database)
  const reviews = createReviewRepository(database)
  const seedings = createSeedingRepository(database)
  const written = new WrittenProducts()
  const bulk = createBulkProductRepository(database, written)
  const stored = createProductChangeRepository(database, written)
  const images = createImageRepository(database)
  const moderate = createModerateReview({ events, clock, products, reviews })
  const edit = createEditProduct({ products, writes: bulk, reviews, counters, events, clock })
  const isCutOff = () => events.isCutOff
  const search =
    deps.searchIn === 'memory'
      ? createCatalogSearch({
          products: stored,
          encoder: deps.encoder,
          logger,
          store: deps.readModelStore,
          isCutOff,
        })
      : createDatabaseSearch({ database, encoder: deps.encoder, logger, isCutOff })

  const lists = understandSearches(search)
  const newProducts = new NewProducts()
  const linkSupplies = createLinkSupplies({
    database,
    events,
    links: createSupplyLinkRepository(database),
    newProducts,
  })
  linkSuppliesWhenOffersChanged({ events, linkSupplies })

  async function getProduct(id: number) {
    const product = await products.find(id)
    if (product === null) throw new ProductNotFound()
    return product
  }

  async function findInOrder(ids: readonly number[]) {
    const found = new Map((await products.findMany(ids)).map((product) => [product.id, product]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  return {
    findIds: (query) => lists.list(query.limit <= LONGEST_PAGE ? query : { ...query, limit: LONGEST_PAGE }),
    findIdsByName: products.findIdsByName,
    texts: search.texts,
    changes: search.changes,
    countFacets: lists.countFacets,
    panelOrder: PANEL_ORDER,
    findPrinters: createFindPrinters({ search, findProducts: (ids) => products.findMany(ids) }),
    knowsPart: createKnowsPart({ search, findProducts: (ids) => products.findMany(ids) }),
    getProduct,
    sumsOfPage,
    fittedModel,
    async listLinkedIds(id) {
      const ids = await search.linkedIds(id)
      if (ids === null) throw new ProductNotFound()
      return ids
    },
    findProducts: (ids, tx) => products.findMany(ids, tx),
    existingIds: (ids) => products.existing(ids),
    findProductsByKeys: (tx, keys) => bulk.findByKeys(tx, keys),
    areUnchanged: (tx, products) => bulk.areUnchanged(tx, products),
    writeProducts: createWriteProducts({ products: bulk, counters, events, clock, newProducts }),
    editInBulk,
    createProduct: edit.create,
    updateProduct: edit.update,
    deleteProduct: edit.delete,
    async listProductsForStaff(query) {
      const { ids, total } = await search.listForStaff(query)
      return { products: await findInOrder(ids), total }
    },
    listIdsForStaff: async (filters) => (await search.listForStaff({ ...filters, limit: NO_LIMIT, offset: 0 })).ids,
    listEditTimes: search.listEditTimes,
    stats: search.stats,
    openPictureBudget: () => createPictureBudget(),
    saveImage: createSaveImage({ database, images, clock }),
    tidyImages: createTidyImages({ clock, images, products }),
    async listReviews(productId, most) {
      await getProduct(productId)
      return reviews.listOfProduct(productId, most)
    },
    async listReviewsForStaff(productId, page) {
      await getProduct(productId)
      return reviews.listForStaff(productId, page)
    },
    findReview: ({ productId, reviewId }) => reviews.find(productId, reviewId),
    hideReview: moderate.hide,
    showReview: moderate.show,
    addReview: createAddReview({ database, events, clock, products, reviews }),
    listReviewedProducts: (customerId) => reviews.listReviewedProducts(customerId),
    listReviewedAmong: (tx, productIds) => reviews.listReviewedAmong(tx, productIds),
    listReviewsOfCustomer: (customerId) => reviews.listOfCustomer(customerId),
    eraseReviewer: createEraseReviewer({ database, events, products, reviews }),
    suggest: search.suggest,
    openSale: createOpenSale({ stock, stored, search, events }),
    returnStock: createReturnStock({ stock, events }),
    takeStock: createTakeStock({ products, stock, events }),
    findImage: createFindImage([drawnPictures(deps.picturesFolder), images.findFile]),
    seedDemoCatalog: createSeedDemoCatalog({ database, counters, events, clock, products, reviews, seedings }),
    schemaSteps: [...productSchemaSteps(database), ...imageSchemaSteps(database)],
    async start() {
      refreshSearchWhenProductsChanged({ events, search })
      await search.start()
    },
    stop: search.close,
  }
}
