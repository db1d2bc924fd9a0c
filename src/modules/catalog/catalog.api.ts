import type { Transaction } from '#platform/database/database'
import type { SchemaStep } from '#platform/database/schema-steps'
import type { BulkEdit, BulkEditOutcome } from './domain/bulk-edit.ts'
import type { ProductKeys } from './domain/bulk.ts'
import type { CostedSupply, PageSums } from './domain/cost-per-page.ts'
import type { Product } from './domain/product.ts'
import type { PanelOrder, ProductFilters, ProductPage, ProductQuery, UnderstoodFacets } from './domain/product-query.ts'
import type { ModeratedReview, Review, WrittenReview } from './domain/review.ts'
import type { CatalogStats, StaffProductFilters, StaffProductQuery } from './domain/staff-query.ts'
import type { FindImage } from './images/find-image.ts'
import type { FindPrinters } from './search/find-printers.ts'
import type { CatalogChanges, EditTime, EditTimesQuery, FoundProducts, ProductText } from './search/catalog-search.ts'
import type { AddReview } from './use-cases/add-review.ts'
import type { EraseReviewer } from './use-cases/erase-reviewer.ts'
import type { CreateProduct, DeleteProduct, UpdateProduct } from './use-cases/edit-product.ts'
import type { KnowsPart } from './use-cases/knows-part.ts'
import type { HideReview, ReviewKey, ShowReview } from './use-cases/moderate-review.ts'
import type { OpenSale, ReturnStock, TakeStock } from './use-cases/move-stock.ts'
import type { PictureBudget, SaveImage } from './use-cases/save-image.ts'
import type { SeedDemoCatalog } from './use-cases/seed-demo-catalog.ts'
import type { TidyImages } from './use-cases/tidy-images.ts'
import type { WriteProducts } from './use-cases/write-products.ts'

/** The catalog as the rest of the shop uses it. */
export interface CatalogModule {
  /** One page of a list as the ids of its products, and how many match over all pages. */
  findIds(query: ProductQuery): Promise<FoundProducts>
  /** The ids of at most 100 products with exactly one of these names. */
  findIdsByName(names: readonly string[]): Promise<readonly number[]>
  /** The public JSON of these products, in the order of the ids; those that no longer exist are left out. */
  texts(ids: readonly number[]): Promise<readonly ProductText[]>
  /** Whether what was made from lists and texts is still up to date. */
  readonly changes: CatalogChanges
  /** Counts per choice of the filter panel; each group ignores its own filter and obeys the others. */
  countFacets(filters: ProductFilters): Promise<UnderstoodFacets>
  /** The order in which `countFacets` gives the counts of choices and of shortcuts. */
  readonly panelOrder: PanelOrder
  /** Whether a number that somebody searched for is one of a part, as far as brands and numbers of the catalog tell. */
  readonly knowsPart: KnowsPart
  /** The three printers that fit somebody's answers best. */
  readonly findPrinters: FindPrinters
  /** @throws ProductNotFound */
  getProduct(id: number): Promise<Product>
  /** For a supply the products that it fits, for any other product the supplies that fit it. @throws ProductNotFound */
  listLinkedIds(id: number): Promise<readonly number[]>
  /** What a page costs with these supplies, and which of them count. */
  sumsOfPage<Supply extends CostedSupply>(supplies: readonly Supply[]): PageSums<Supply>
  /** The model, by its slug, by which one of these supplies names a machine; null when none does. */
  fittedModel(
    machine: Pick<Product, 'sku' | 'name' | 'brand'>,
    supplies: readonly Pick<Product, 'fits' | 'brand'>[],
  ): string | null
  /** The products with these ids that exist, read from the database, in no particular order. */
  findProducts(ids: readonly number[], tx?: Transaction): Promise<readonly Product[]>
  /** Those of these ids that there is a product with. */
  existingIds(ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Products with one of these article numbers or one of these names, as the transaction sees them. */
  findProductsByKeys(tx: Transaction | null, keys: ProductKeys): Promise<readonly Product[]>
  /**
   * Whether none of these products was edited, sold, restocked or deleted since they were read, so that a decision made
   * outside of the transaction still holds inside of it.
   */
  areUnchanged(tx: Transaction, products: readonly Product[]): Promise<boolean>
  /** Many products at once, inside the caller's transaction; returns the ids of the new ones. @throws SkuTaken */
  readonly writeProducts: WriteProducts
  /** What a bulk edit makes of a product; writes nothing. */
  editInBulk(product: Product, edit: BulkEdit): BulkEditOutcome
  /** What one request may have decoded; it goes with each of its pictures. */
  openPictureBudget(): PictureBudget
  /** Stores an uploaded picture in three widths, as WebP. @throws ImageRefused */
  readonly saveImage: SaveImage
  /** Deletes uploaded pictures that nothing has shown for 120 days; returns how many. */
  readonly tidyImages: TidyImages
  /** Adds a product inside the caller's transaction. @throws SkuTaken */
  readonly createProduct: CreateProduct
  /**
   * Changes the named fields of a product inside the caller's transaction, and refuses to overwrite a newer edit.
   * @throws ProductNotFound @throws EditedMeanwhile @throws StockChanged @throws SkuTaken
   */
  readonly updateProduct: UpdateProduct
  /** Deletes a product with its reviews, inside the caller's transaction. @throws ProductNotFound */
  readonly deleteProduct: DeleteProduct
  /** One page of the staff's table with all that was announced; its products are read from the database. */
  listProductsForStaff(query: StaffProductQuery): Promise<ProductPage>
  /** The ids of all products that the staff's table has over all its pages, in its order. */
  listIdsForStaff(filters: StaffProductFilters): Promise<readonly number[]>
  /** When products were last edited, in pieces, in the order of their ids. */
  listEditTimes(query: EditTimesQuery): Promise<readonly EditTime[]>
  /** The number of products, of featured and of sold-out ones, and the products with low stock. */
  stats(): Promise<CatalogStats>
  /**
   * Those that are shown, newest first.
   * @param most how many at most, as many as are ever listed unless it is said
   * @throws ProductNotFound
   */
  listReviews(productId: number, most?: number): Promise<readonly Review[]>
  /**
   * A page of all of them, newest first, and how many there are, counted up to the next thousand behind the page.
   * @throws ProductNotFound
   */
  listReviewsForStaff(
    productId: number,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly reviews: readonly WrittenReview[]; readonly total: number }>
  /** A review with its author, shown or hidden; null when there is none. */
  findReview(key: ReviewKey): Promise<WrittenReview | null>
  /**
   * Inside the caller's transaction; what is hidden for this reason already stays as it is.
   * @throws ReviewNotFound @throws ReviewHiddenMeanwhile
   */
  readonly hideReview: HideReview
  /**
   * Inside the caller's transaction; what is shown already stays as it is.
   * @throws ReviewNotFound @throws ReviewHiddenMeanwhile
   */
  readonly showReview: ShowReview
  /** A customer's review of a product, one for each. @throws ProductNotFound @throws AlreadyReviewed */
  readonly addReview: AddReview
  /** The ids of the products that this customer has reviewed. */
  listReviewedProducts(customerId: string): Promise<readonly number[]>
  /** Those of these products that have reviews, shown or hidden, as the transaction sees them. */
  listReviewedAmong(tx: Transaction, productIds: readonly number[]): Promise<readonly number[]>
  /** The reviews of a customer, newest first, also those that are hidden. */
  listReviewsOfCustomer(customerId: string): Promise<readonly ModeratedReview[]>
  readonly eraseReviewer: EraseReviewer
  /** At most 8 names and brands that begin with or resemble the text; none below 2 characters. */
  suggest(text: string): Promise<readonly string[]>
  /** Opens a sale of these products inside the caller's transaction: their prices, and the stock that orders take. */
  readonly openSale: OpenSale
  /** Puts pieces back in stock, inside the caller's transaction. */
  readonly returnStock: ReturnStock
  /** Takes pieces out of stock again, inside the caller's transaction, as many as there are. Returns how many. */
  readonly takeStock: TakeStock
  /** A drawn or uploaded picture by its file name; null when there is none. */
  readonly findImage: FindImage
  /** Fills an empty catalog with the demo catalog; returns how many products it created. */
  readonly seedDemoCatalog: SeedDemoCatalog
  /** Changes of the form of stored data, to be run before `start`. */
  readonly schemaSteps: readonly SchemaStep[]
  /** Brings the search up to date with the database; must be awaited before the process is ready. */
  start(): Promise<void>
  /** Ends what it does by itself, and keeps for the next start what can be kept. */
  stop(): Promise<void>
}
