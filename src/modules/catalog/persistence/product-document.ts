import type { Collection, Database, IndexDescription } from '#platform/database/database'
import { DAY_MS } from '#platform/time/durations'
import type { CostPerPage, SupplyColor } from '../domain/cost-per-page.ts'

export interface ProductDocument {
  _id: number
  /** Absent rather than null, because the unique index is sparse. */
  sku?: string
  slug: string
  name: string
  description: string
  brand: string
  category: string
  priceCents: number
  originalPriceCents: number | null
  image: string
  images: string[]
  tags: string[]
  inStock: boolean
  /** Absent in documents that are older than this field. */
  awaitsPrice?: boolean
  stockQuantity: number
  isFeatured: boolean
  isBusinessProduct: boolean
  rating: number
  reviewCount: number
  /** Free text, or null when there are `specifications`. */
  specificationsText: string | null
  /** A list of pairs, because names such as "802.11" cannot be field names and objects lose their order. */
  specifications: { name: string; value: string }[]
  features: string[]
  /** Absent in what is no supply, as the two below. */
  fits?: string[]
  pageYield?: number
  supplyColor?: SupplyColor
  /** See supply-links.ts; absent where there are none. */
  linkedIds?: number[]
  costPerPage?: CostPerPage
  createdAt: Date
  /** The last edit by a person or a price list; sales do not count. */
  updatedAt: Date
  /** See change-time.ts. Absent only in what a process of an older version has written. */
  changedAt?: Date
  changedIn?: number
  /** Set when its reviews change, because they are shown with it. */
  reviewsChangedAt?: Date
}

/** What stays of a deleted product for a while, so that other processes learn of it. Its _id is the product's. */
export interface DeletionDocument {
  _id: number
  changedAt: Date
  changedIn: number
}

/** For how long it is known which products were deleted. */
export const DELETIONS_KNOWN_MS = 30 * DAY_MS

const INDEXES: readonly IndexDescription[] = [
  { key: { sku: 1 }, name: 'sku_unique', unique: true, sparse: true },
  // By name, because price lists without article numbers identify products by name.
  { key: { name: 1 }, name: 'name' },
  { key: { fits: 1 }, name: 'fits', sparse: true },
  { key: { linkedIds: 1 }, name: 'linked_ids', sparse: true },
  // The built-in database is told to have it ready (`main.ts`).
  { key: { changedIn: 1 }, name: 'changed_in' },
]

export function productCollection(database: Database): Collection<ProductDocument> {
  return database.collection('products', INDEXES)
}

/** What a product is found and sorted by when the database searches the catalog; absent otherwise. */
export interface SearchWords {
  /** The name without accents and capitals. */
  sortName?: string
  isBestseller?: boolean
  /** What its page costs, in mills; more than any page does where it is not known. */
  sortPageCost?: number
  /** Every form under which the product is found, in order. */
  searchWords?: readonly string[]
  /** How much each of them counts, a digit per word (`search/weights.ts`). */
  wordWeights?: string
  /** The words of its description, which are searched only when nothing else matches. */
  descriptionWords?: readonly string[]
  /** What it can be chosen by: "technology=laser". */
  choices?: readonly string[]
  /** The models that it fits, each as "slug name". */
  models?: readonly string[]
  /** How many pages a minute it prints or scans, what it weighs, and its pages a month; null where it does not say. */
  ppm?: number | null
  grams?: number | null
  monthlyPages?: number | null
}

/** The same collection with the fields and indexes that lists and searches by queries need. */
export function searchableCollection(database: Database): Collection<ProductDocument & SearchWords> {
  return database.collection('products', [
    { key: { searchWords: 1 }, name: 'search_words' },
    { key: { descriptionWords: 1 }, name: 'description_words' },
    { key: { choices: 1 }, name: 'choices' },
    { key: { models: 1 }, name: 'models' },
    { key: { brand: 1, category: 1 }, name: 'brand_category' },
    { key: { category: 1, isFeatured: -1, isBestseller: -1, rating: -1, _id: 1 }, name: 'category_featured' },
    { key: { isFeatured: -1, isBestseller: -1, rating: -1, _id: 1 }, name: 'sort_featured' },
    { key: { priceCents: 1, _id: 1 }, name: 'sort_price_low' },
    { key: { priceCents: -1, _id: 1 }, name: 'sort_price_high' },
    { key: { sortName: 1, _id: 1 }, name: 'sort_name' },
    { key: { rating: -1, _id: 1 }, name: 'sort_rating' },
    { key: { sortPageCost: 1, _id: 1 }, name: 'sort_page_cost' },
    { key: { inStock: 1, stockQuantity: 1, _id: 1 }, name: 'stock_low' },
    { key: { stockQuantity: 1, _id: 1 }, name: 'sort_stock_low' },
    { key: { stockQuantity: -1, _id: 1 }, name: 'sort_stock_high' },
    { key: { updatedAt: -1, _id: 1 }, name: 'sort_updated' },
  ])
}

export function deletionCollection(database: Database): Collection<DeletionDocument> {
  return database.collection('product_deletions', [
    { key: { changedIn: 1 }, name: 'changed_in' },
    { key: { changedAt: 1 }, name: 'forget', expireAfterSeconds: DELETIONS_KNOWN_MS / 1000 },
  ])
}
