import type { StaffProduct, StaffReview } from '#contracts/admin'
import type {
  Product as ProductContract,
  ProductFacets as FacetsContract,
  Review as ReviewContract,
} from '#contracts/catalog'
import type { WaitingCount } from '#modules/alerts'
import type { PanelOrder, Product, Review, UnderstoodFacets, WrittenReview } from '#modules/catalog'
import { toDecimal } from '#platform/shared-kernel/money'

/**
 * The URL of a stored picture (specification 1, section 5). Absolute http(s) URLs stay; paths below
 * /src/assets/products/ or /images/ and bare file names become /images/products/ and the file's name.
 * @returns an empty string for anything else, such as a script or data URL
 */
export function imagePath(stored: string): string {
  const text = stored.trim()
  if (/^https?:\/\//i.test(text)) return text
  const local = text.startsWith('/src/assets/products/') || text.startsWith('/images/')
  if (!local && !/^[\w][\w .()-]*$/.test(text)) return ''
  const file = text.slice(text.lastIndexOf('/') + 1)
  return file === '' ? '' : `/images/products/${file}`
}

/** A product as the API answers it (specification 1, section 3): its prices and rating are decimals as texts. */
export function presentProduct(product: Product): ProductContract {
  return {
    id: product.id,
    sku: product.sku,
    slug: product.slug,
    name: product.name,
    description: product.description,
    brand: product.brand,
    category: product.category,
    price: toDecimal(product.priceCents),
    originalPrice: product.originalPriceCents === null ? null : toDecimal(product.originalPriceCents),
    image: imagePath(product.image),
    images: product.images.map(imagePath).filter((path) => path !== ''),
    tags: [...product.tags],
    inStock: product.inStock,
    stockQuantity: product.stockQuantity,
    ...(product.awaitsPrice && { awaitsPrice: true as const }),
    isFeatured: product.isFeatured,
    isBusinessProduct: product.isBusinessProduct,
    rating: product.rating.toFixed(1),
    reviewCount: product.reviewCount,
    specifications: typeof product.specifications === 'string' ? product.specifications : { ...product.specifications },
    features: [...product.features],
    ...presentSupply(product),
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
  }
}

/** What only some products have is left out of the others, because lists hold a thousand of them. */
function presentSupply({ fits, pageYield, supplyColor, costPerPage }: Product) {
  return {
    ...(fits.length > 0 && { fits: [...fits] }),
    ...(pageYield !== null && { pageYield }),
    ...(supplyColor !== null && { supplyColor }),
    ...(costPerPage !== null && {
      costPerPage: { black: inCents(costPerPage.blackMills), color: inCents(costPerPage.colorMills) },
    }),
  }
}

function inCents(mills: number | null): number | null {
  return mills === null ? null : mills / 10
}

/** A product of the staff's table, with how many wait for it. */
export function presentStaffProduct(product: Product, waiting: readonly WaitingCount[]): StaffProduct {
  const countOf = (kind: WaitingCount['kind']) =>
    waiting.find((each) => each.productId === product.id && each.kind === kind)?.count ?? 0
  return {
    ...presentProduct(product),
    waiting: { backInStock: countOf('back-in-stock'), priceDrop: countOf('price-drop') },
  }
}

/** As in the contract, but that nobody may change it. */
export type PresentedFacets = Omit<UnderstoodFacets, 'choices' | 'shortcuts' | 'moreBrands' | 'kept' | 'reading'> &
  Readonly<Pick<FacetsContract, 'choices' | 'shortcuts' | 'moreBrands' | 'reading'>>

/** @param order in which the counts stand */
export function presentFacets(counted: UnderstoodFacets, order: PanelOrder): PresentedFacets {
  const { total, inStock, choices, shortcuts, brands, moreBrands, priceRanges, categories, models, reading } = counted
  return {
    total,
    inStock,
    choices: countsByFacet(choices, order),
    shortcuts: Object.fromEntries(
      order.shortcuts.map((name, i) => [name, shortcuts[i] ?? 0]),
    ) as FacetsContract['shortcuts'],
    brands,
    ...(moreBrands > 0 && { moreBrands }),
    priceRanges,
    categories,
    ...(models !== undefined && { models }),
    ...(reading !== undefined && { reading: presentReading(reading) }),
  }
}

function countsByFacet(counts: UnderstoodFacets['choices'], { choices }: PanelOrder): FacetsContract['choices'] {
  const byFacet: FacetsContract['choices'] = {}
  for (const [place, { facet, value }] of choices.entries()) {
    const count = counts[place] ?? null
    if (count !== null) (byFacet[facet] ??= {})[value] = count
  }
  return byFacet
}

/** How a search was understood; prices are decimals as texts. */
export function presentReading(reading: NonNullable<UnderstoodFacets['reading']>) {
  const { asked, kept, priceLimits, sort, leastSpeed, weight, without, wider } = reading
  const { least, most } = priceLimits
  return {
    asked,
    kept,
    leastPrice: least === undefined ? null : toDecimal(least),
    mostPrice: most === undefined ? null : toDecimal(most),
    sort,
    leastSpeed,
    leastGrams: weight.least ?? null,
    mostGrams: weight.most ?? null,
    without: [...without],
    wider,
  }
}

export function presentReview(review: Review): ReviewContract {
  return {
    id: review.id,
    productId: review.productId,
    rating: review.rating,
    customerName: review.customerName,
    customerTitle: review.customerTitle,
    comment: review.comment,
    createdAt: review.createdAt.toISOString(),
  }
}

/** @param isProved of each of the authors that there are, whether their address is proved */
export function presentStaffReview(review: WrittenReview, isProved: ReadonlyMap<string, boolean>): StaffReview {
  const { hidden, customerId } = review
  const isAuthorProved = customerId === null ? undefined : isProved.get(customerId)
  return {
    ...presentReview(review),
    hidden: hidden === null ? null : { at: hidden.at.toISOString(), reason: hidden.reason },
    authorMail: isAuthorProved === undefined ? null : isAuthorProved ? 'with-reason' : 'without-reason',
  }
}
