import type { Product } from '#contracts/catalog'
import type { ListedProduct } from '#contracts/listed-product'
import type { ProductDraft } from './product-draft.ts'
import { readSpecifications } from './specifications-text.ts'

const PRICE = /^\d{1,8}(\.\d{1,2})?$/

/** Whether a product is off sale only until it has a price; what is new or for sale is from when 0 is typed. */
export function waitsForPrice({ price }: Pick<ProductDraft, 'price'>, base: Product | null): boolean {
  if (base?.awaitsPrice === true) return true
  const wasForSale = base === null || (base.inStock && Number(base.price) > 0)
  return wasForSale && PRICE.test(price.trim()) && Number(price) === 0
}

/** What the shop's card will show of a product with these edits; a price that is none yet is the one before. */
export function previewOf(draft: ProductDraft, base: Product | null): ListedProduct {
  const price = draft.price.trim()
  const originalPrice = draft.originalPrice.trim()
  const specifications = readSpecifications(draft.specifications)
  return {
    id: base?.id ?? 0,
    name: draft.name.trim() || 'Product name',
    brand: draft.brand.trim(),
    category: draft.category,
    price: PRICE.test(price) ? Number(price).toFixed(2) : (base?.price ?? '0.00'),
    originalPrice: PRICE.test(originalPrice) ? Number(originalPrice).toFixed(2) : null,
    image: draft.image,
    images: [...draft.images],
    tags: [...draft.tags],
    inStock: draft.inStock && !(waitsForPrice(draft, base) && !(Number(price) > 0)),
    rating: base?.rating ?? '0.0',
    reviewCount: base?.reviewCount ?? 0,
    specifications: specifications.ok ? specifications.value : (base?.specifications ?? {}),
  }
}
