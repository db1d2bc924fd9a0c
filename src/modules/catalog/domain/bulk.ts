import type { Product } from './product.ts'
import { slugOf } from './words.ts'

/** What staff and price lists decide about a product; number, address, rating, links and times are the catalog's own. */
export type ProductContent = Omit<
  Product,
  'id' | 'slug' | 'rating' | 'reviewCount' | 'linkedIds' | 'costPerPage' | 'createdAt' | 'updatedAt'
>

/** A product that is new at this time: nobody has reviewed it, and its links are still to be worked out. */
export function newProduct(id: number, content: ProductContent, now: Date): Product {
  return {
    id,
    slug: slugOf(content.name),
    rating: 0,
    reviewCount: 0,
    linkedIds: [],
    costPerPage: null,
    createdAt: now,
    updatedAt: now,
    // Last: an object that is spread first and then added to takes ten times as long.
    ...content,
  }
}

/** The keys by which a price list names products. */
export interface ProductKeys {
  readonly skus: readonly string[]
  readonly names: readonly string[]
}

/** Many writes that are made together. */
export interface BulkWrites {
  readonly create?: readonly ProductContent[]
  readonly change?: readonly { readonly id: number; readonly set: Partial<ProductContent> }[]
  readonly remove?: readonly number[]
}

/** Whether a change says something of a product's price or stock. */
export function changesPriceOrStock({ priceCents, inStock, stockQuantity }: Partial<ProductContent>): boolean {
  return priceCents !== undefined || inStock !== undefined || stockQuantity !== undefined
}
