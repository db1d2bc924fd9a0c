import type { Transaction } from '#platform/database/database'

/** A product as the module's callers see it; prices in cents. */
export interface Product {
  readonly id: number
  readonly sku: string | null
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly brand: string
  readonly category: string
  readonly priceCents: number
  readonly originalPriceCents: number | null
  /** As stored: an absolute address, a path or a bare file name. */
  readonly image: string
  readonly images: readonly string[]
  readonly tags: readonly string[]
  readonly inStock: boolean
  /** 0 with `inStock` true: not counted (made to order), can be sold. */
  readonly stockQuantity: number
  readonly isFeatured: boolean
  readonly isBusinessProduct: boolean
  /** Average of the reviews, one decimal, 0 without reviews. */
  readonly rating: number
  readonly reviewCount: number
  readonly specifications: string | Readonly<Record<string, string>>
  readonly features: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type ProductSort = 'featured' | 'price-low' | 'price-high' | 'name' | 'rating'
export type PriceRange = 'all' | 'under-100' | '100-300' | '300-500' | 'over-500'

export interface ProductFilters {
  readonly category?: string
  readonly search?: string
  /** true: only featured products; false or absent: no filter. Likewise business and inStock. */
  readonly featured?: boolean
  readonly business?: boolean
  readonly brands?: readonly string[]
  readonly price?: PriceRange
  readonly inStock?: boolean
}

export interface ProductQuery extends ProductFilters {
  /** Default: featured; with a search and no sort: best match first. */
  readonly sort?: ProductSort
  /** At most 1,000. */
  readonly limit: number
  readonly offset: number
}

export interface ProductPage {
  readonly products: readonly Product[]
  /** How many products match, over all pages. */
  readonly total: number
}

export interface ProductFacets {
  readonly total: number
  readonly brands: readonly { readonly brand: string; readonly count: number }[]
  readonly priceRanges: readonly { readonly range: PriceRange; readonly count: number }[]
  readonly inStock: number
}

export interface Review {
  readonly id: string
  readonly productId: number
  readonly rating: number
  readonly customerName: string
  readonly customerTitle: string | null
  readonly comment: string
  readonly createdAt: Date
}

/** So many pieces of one product. */
export interface StockLine {
  readonly productId: number
  readonly quantity: number
}

export interface ImageFile {
  readonly body: string | Buffer
  readonly contentType: string
}

/** What the rest of the shop may ask of the catalogue. */
export interface CatalogModule {
  listProducts(query: ProductQuery): Promise<ProductPage>
  /** Counts per choice of the filter panel; each group ignores its own filter and obeys the others. */
  countFacets(filters: ProductFilters): Promise<ProductFacets>
  /** @throws ProductNotFound */
  getProduct(id: number): Promise<Product>
  /** The known ones of these ids, read from the database, in no particular order. */
  findProducts(ids: readonly number[]): Promise<readonly Product[]>
  /** Newest first. @throws ProductNotFound */
  listReviews(productId: number): Promise<readonly Review[]>
  /** At most 8 names and brands that begin with or resemble the text; none below 2 characters. */
  suggest(text: string): Promise<readonly string[]>
  /**
   * Takes pieces from stock inside the caller's transaction. Lines are summed per product first; products that are
   * not counted are left alone. A counted product that reaches 0 becomes out of stock.
   * @throws InsufficientStock naming every line that cannot be served and what is left
   * @throws UnknownProduct naming the ids that do not exist
   */
  takeStock(tx: Transaction, lines: readonly StockLine[]): Promise<void>
  /** Puts pieces back inside the caller's transaction; counted products that were out of stock are in stock again. */
  returnStock(tx: Transaction, lines: readonly StockLine[]): Promise<void>
  /** A drawn or uploaded picture by its file name; null when there is none. */
  findImage(fileName: string): Promise<ImageFile | null>
  /** Fills an empty catalogue with the demo catalogue; does nothing to one that has products. Answers how many it made. */
  seedDemoCatalogue(): Promise<number>
  /** Builds the search index from the database; to be awaited before the process says it is ready. */
  start(): Promise<void>
}

export { createCatalogModule } from './catalog.module.ts'
