import type { Product } from '../domain/product.ts'
import type { ChangeTime } from './change-time.ts'
import type { ProductDocument } from './product-document.ts'

export function toProduct(document: ProductDocument): Product {
  return {
    id: document._id,
    sku: document.sku ?? null,
    slug: document.slug,
    name: document.name,
    description: document.description,
    brand: document.brand,
    category: document.category,
    priceCents: document.priceCents,
    originalPriceCents: document.originalPriceCents,
    image: document.image,
    images: document.images,
    tags: document.tags,
    inStock: document.inStock,
    stockQuantity: document.stockQuantity,
    awaitsPrice: document.awaitsPrice ?? (document.priceCents === 0 && !document.inStock),
    isFeatured: document.isFeatured,
    isBusinessProduct: document.isBusinessProduct,
    rating: document.rating,
    reviewCount: document.reviewCount,
    specifications: specificationsOf(document),
    features: document.features,
    fits: document.fits ?? [],
    pageYield: document.pageYield ?? null,
    supplyColor: document.supplyColor ?? null,
    linkedIds: document.linkedIds ?? [],
    costPerPage: document.costPerPage ?? null,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  }
}

export function toDocument(product: Product, change: ChangeTime): ProductDocument {
  const { specifications } = product
  return {
    _id: product.id,
    ...(product.sku === null ? {} : { sku: product.sku }),
    slug: product.slug,
    name: product.name,
    description: product.description,
    brand: product.brand,
    category: product.category,
    priceCents: product.priceCents,
    originalPriceCents: product.originalPriceCents,
    image: product.image,
    images: [...product.images],
    tags: [...product.tags],
    inStock: product.inStock,
    stockQuantity: product.stockQuantity,
    awaitsPrice: product.awaitsPrice,
    isFeatured: product.isFeatured,
    isBusinessProduct: product.isBusinessProduct,
    rating: product.rating,
    reviewCount: product.reviewCount,
    specificationsText: typeof specifications === 'string' ? specifications : null,
    specifications:
      typeof specifications === 'string'
        ? []
        : Object.entries(specifications).map(([name, value]) => ({ name, value })),
    features: [...product.features],
    ...supplyFields(product),
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    ...change,
  }
}

/** What only some products have is absent in the others, so that the indexes hold those alone. */
function supplyFields({ fits, pageYield, supplyColor, linkedIds, costPerPage }: Product): Partial<ProductDocument> {
  return {
    ...(fits.length > 0 && { fits: [...fits] }),
    ...(pageYield !== null && { pageYield }),
    ...(supplyColor !== null && { supplyColor }),
    ...(linkedIds.length > 0 && { linkedIds: [...linkedIds] }),
    ...(costPerPage !== null && { costPerPage }),
  }
}

function specificationsOf({
  specificationsText,
  specifications,
}: Pick<ProductDocument, 'specificationsText' | 'specifications'>): Product['specifications'] {
  return specificationsText ?? Object.fromEntries(specifications.map(({ name, value }) => [name, value]))
}

export const SEARCH_FIELDS = {
  sku: 1,
  name: 1,
  brand: 1,
  category: 1,
  priceCents: 1,
  inStock: 1,
  isFeatured: 1,
  isBusinessProduct: 1,
  rating: 1,
  tags: 1,
  features: 1,
  specifications: 1,
  specificationsText: 1,
  description: 1,
  stockQuantity: 1,
  updatedAt: 1,
  fits: 1,
  costPerPage: 1,
  pageYield: 1,
  supplyColor: 1,
} as const
/** The fields of a product that the search index needs. */
export type SearchFields = Pick<Product, 'id' | Exclude<keyof typeof SEARCH_FIELDS, 'specificationsText'>>
export type SearchFieldsDocument = Pick<ProductDocument, keyof typeof SEARCH_FIELDS | '_id'>

export function toSearchFields(document: SearchFieldsDocument): SearchFields {
  return {
    id: document._id,
    sku: document.sku ?? null,
    name: document.name,
    brand: document.brand,
    category: document.category,
    priceCents: document.priceCents,
    inStock: document.inStock,
    isFeatured: document.isFeatured,
    isBusinessProduct: document.isBusinessProduct,
    rating: document.rating,
    tags: document.tags,
    features: document.features,
    specifications: specificationsOf(document),
    description: document.description,
    stockQuantity: document.stockQuantity,
    updatedAt: document.updatedAt,
    fits: document.fits ?? [],
    costPerPage: document.costPerPage ?? null,
    pageYield: document.pageYield ?? null,
    supplyColor: document.supplyColor ?? null,
  }
}
