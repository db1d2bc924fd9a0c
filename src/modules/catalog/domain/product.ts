import type { CostPerPage, SupplyColor } from './cost-per-page.ts'

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
  /** Off sale for no other reason than that it has no price: with a price it is in stock again. */
  readonly awaitsPrice: boolean
  readonly isFeatured: boolean
  readonly isBusinessProduct: boolean
  /** Average of the reviews, one decimal, 0 without reviews. */
  readonly rating: number
  readonly reviewCount: number
  readonly specifications: string | Readonly<Record<string, string>>
  readonly features: readonly string[]
  /** The models that a supply fits, each by its SKU or its name; empty for what is no supply. */
  readonly fits: readonly string[]
  /** How many pages, prints, labels or receipts a supply is good for. */
  readonly pageYield: number | null
  readonly supplyColor: SupplyColor | null
  /** Worked out: for a supply the products that it fits, for any other product the supplies that fit it. */
  readonly linkedIds: readonly number[]
  /** Worked out from the supplies that fit. */
  readonly costPerPage: CostPerPage | null
  readonly createdAt: Date
  /** The last edit by a person or a price list; sales do not count. */
  readonly updatedAt: Date
}

/** Whether it is shown as one of those that are bought most. */
export function isBestseller({ tags }: Pick<Product, 'tags'>): boolean {
  return tags.includes('bestseller')
}
