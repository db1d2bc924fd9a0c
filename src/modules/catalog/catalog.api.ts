import type { Transaction } from '#platform/database/database'
import type { PersonMatcher } from '#platform/text-redaction'
import type { BulkWrites, ProductContent, ProductKeys } from './domain/bulk.ts'
import type { Product } from './domain/product.ts'
import type { ProductFacets, ProductFilters, ProductPage, ProductQuery } from './domain/product-query.ts'
import type { Review } from './domain/review.ts'
import type { StockLine } from './domain/stock.ts'
import type { CatalogFigures, StaffProductQuery } from './domain/staff-query.ts'
import type { ImageFile } from './images/find-image.ts'
import type { SavedImage } from './use-cases/save-image.ts'
import type { AddReview } from './use-cases/add-review.ts'
import type { ProductEdit } from './use-cases/edit-product.ts'

/** What the rest of the shop may ask of the catalogue. */
export interface CatalogModule {
  listProducts(query: ProductQuery): Promise<ProductPage>
  /** Counts per choice of the filter panel; each group ignores its own filter and obeys the others. */
  countFacets(filters: ProductFilters): Promise<ProductFacets>
  /** @throws ProductNotFound */
  getProduct(id: number): Promise<Product>
  /** The known ones of these ids, read from the database, in no particular order. */
  findProducts(ids: readonly number[], tx?: Transaction): Promise<readonly Product[]>
  /** Products with one of these article numbers or one of these names, as the transaction sees them. */
  findProductsByKeys(tx: Transaction | null, keys: ProductKeys): Promise<readonly Product[]>
  /**
   * Whether the transaction sees all of these products as they are here, none of them edited, sold, restocked or deleted
   * since: what was decided by them outside of it then holds inside of it.
   */
  areUnchanged(tx: Transaction, products: readonly Product[]): Promise<boolean>
  /**
   * Creates, changes and removes many products inside the caller's transaction; answers the new ones' numbers in the
   * order given. What a change does not name stays as it is.
   */
  writeProducts(tx: Transaction, writes: BulkWrites): Promise<readonly number[]>
  /** Takes an uploaded picture in: decoded, encoded anew in three widths, without its metadata. @throws ImageRefused */
  saveImage(bytes: Buffer): Promise<SavedImage>
  /**
   * Deletes uploaded pictures that no product has shown for 120 days and nobody else shows; answers how many.
   * @param shownElsewhere which of these file names somebody else shows
   */
  tidyImages(shownElsewhere: (fileNames: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>
  /** Adds one product inside the caller's transaction. @throws SkuTaken */
  createProduct(tx: Transaction, content: ProductContent): Promise<Product>
  /**
   * Changes what was sent of a product, and of that what is different, inside the caller's transaction; rating and
   * review count are nobody's to edit. `stockQuantityWas` takes the quantity as a change, `updatedAtWas` refuses to
   * overwrite a newer edit.
   * @throws ProductNotFound @throws EditedMeanwhile @throws StockChanged @throws SkuTaken
   */
  updateProduct(
    tx: Transaction,
    id: number,
    edit: ProductEdit,
  ): Promise<{ readonly before: Product; readonly after: Product }>
  /** Takes a product and its reviews out of the catalogue and answers what it was. @throws ProductNotFound */
  deleteProduct(tx: Transaction, id: number): Promise<Product>
  /** One page of the staff's table, read from the database as it is now. */
  listProductsForStaff(query: StaffProductQuery): Promise<ProductPage>
  /** How many products there are, are featured, are out of stock, and which run low. */
  figures(): Promise<CatalogFigures>
  /** Newest first. @throws ProductNotFound */
  listReviews(productId: number): Promise<readonly Review[]>
  /**
   * Adds a customer's review, once per customer and product, and works out the product's rating and count anew. Whether
   * the customer received the product is for the caller to know. @throws ProductNotFound @throws AlreadyReviewed
   */
  addReview(review: AddReview): Promise<Review>
  /** The ids of the products that this customer has reviewed. */
  listReviewedProducts(customerId: string): Promise<readonly number[]>
  /** Everything that a customer wrote, newest first. */
  listReviewsOfCustomer(customerId: string): Promise<readonly Review[]>
  /**
   * Takes a person out of the reviews: of their own the stars stay, by a "Former customer", and the words go; in those
   * of others their e-mail address and phone number are blanked.
   */
  forgetReviewer(person: { readonly customerId: string | null; readonly matcher: PersonMatcher }): Promise<void>
  /** At most 8 names and brands that begin with or resemble the text; none below 2 characters. */
  suggest(text: string): Promise<readonly string[]>
  /**
   * Takes pieces from stock inside the caller's transaction and answers the products as that transaction saw them, so
   * that price and stock belong to one moment. Lines are summed per product first; products that are not counted are
   * left alone. A counted product that reaches 0 becomes out of stock.
   * @throws InsufficientStock naming every line that cannot be served and what is left
   * @throws UnknownProduct naming the ids that do not exist
   */
  takeStock(tx: Transaction, lines: readonly StockLine[]): Promise<readonly Product[]>
  /** Puts pieces back inside the caller's transaction; counted products that were out of stock are in stock again. */
  returnStock(tx: Transaction, lines: readonly StockLine[]): Promise<void>
  /** A drawn or uploaded picture by its file name; null when there is none. */
  findImage(fileName: string): Promise<ImageFile | null>
  /** Fills an empty catalogue with the demo catalogue; does nothing to one that has products. Answers how many it made. */
  seedDemoCatalogue(): Promise<number>
  /** Builds the search index from the database; to be awaited before the process says it is ready. */
  start(): Promise<void>
}
