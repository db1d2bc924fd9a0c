export type StaffProductSort = 'newest' | 'name' | 'price-low' | 'price-high' | 'stock-low' | 'stock-high' | 'updated'
type StockFilter = 'in' | 'out' | 'low'

/** What the staff's table of products shows, in which order. */
export interface StaffProductFilters {
  readonly search?: string
  readonly category?: string
  readonly stock?: StockFilter
  /** Default: newest; with a search the best match first. */
  readonly sort?: StaffProductSort
}

/** A query of the staff's table of products. */
export interface StaffProductQuery extends StaffProductFilters {
  readonly limit: number
  readonly offset: number
}

/** The catalog in numbers, for the dashboard. */
export interface CatalogStats {
  readonly products: number
  readonly featured: number
  readonly outOfStock: number
  /** Counted products with few pieces left, fewest first. */
  readonly lowStock: readonly {
    readonly productId: number
    readonly productName: string
    readonly stockQuantity: number
  }[]
}

/** Stock at or below this number is low. */
export const LOW_STOCK = 5
export const LOW_STOCK_SHOWN = 20

/** "low" are products on sale with few pieces left; what is made to order has no pieces and is never low. */
export function hasStock(
  { inStock, stockQuantity }: { readonly inStock: boolean; readonly stockQuantity: number },
  filter: StockFilter,
): boolean {
  if (filter === 'low') return inStock && stockQuantity > 0 && stockQuantity <= LOW_STOCK
  return inStock === (filter === 'in')
}
