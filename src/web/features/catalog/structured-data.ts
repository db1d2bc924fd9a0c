import type { Product, Review } from '#contracts/catalog'
import { paths } from '../../lib/paths.ts'
import { productImagePath } from '../../lib/image-path.ts'
import type { Crumb } from '../../ui/breadcrumbs.tsx'
import { picturesOf } from './product-details.ts'

/** How many reviews go with a product that is read without script, such as by search engines: the newest. */
export const REVIEWS_WITHOUT_SCRIPT = 5

/** Structured data about a product and its reviews (schema.org Product). Addresses begin at the root. */
export function productData(product: Product, reviews: readonly Review[] = []): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: picturesOf(product)
      .map(productImagePath)
      .filter((path) => path !== ''),
    brand: { '@type': 'Brand', name: product.brand },
    ...(product.sku !== null && { sku: product.sku }),
    ...(product.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating,
        reviewCount: product.reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    ...(reviews.length > 0 && { review: reviews.slice(0, REVIEWS_WITHOUT_SCRIPT).map(reviewData) }),
    offers: {
      '@type': 'Offer',
      url: paths.product(product),
      price: product.price,
      priceCurrency: 'USD',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${availability(product)}`,
    },
  }
}

function reviewData({ rating, customerName, comment, createdAt }: Review): object {
  return {
    '@type': 'Review',
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
    author: { '@type': 'Person', name: customerName },
    datePublished: createdAt.slice(0, 10),
    reviewBody: comment,
  }
}

function availability({ inStock, stockQuantity }: Product): string {
  if (!inStock) return 'OutOfStock'
  return stockQuantity === 0 ? 'MadeToOrder' : 'InStock'
}

/** The way to a page (schema.org BreadcrumbList); the last crumb is the page itself. */
export function breadcrumbData(crumbs: readonly Crumb[], here: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: to ?? here,
    })),
  }
}
