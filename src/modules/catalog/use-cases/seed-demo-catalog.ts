import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Counters } from '#platform/database/counters'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { DemoProduct } from '../demo-catalog/demo-product.ts'
import type { Product } from '../domain/product.ts'
import { ratingOf, type Review } from '../domain/review.ts'
import { linksAmong, type SupplyLinks } from '../domain/supply-links.ts'
import { slugOf } from '../domain/words.ts'
import { productsChanged } from '../events.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import type { ReviewRepository } from '../persistence/review.repository.ts'
import type { SeedingRepository } from '../persistence/seeding.repository.ts'

/**
 * Fills an empty catalog with the demo catalog and leaves one with products alone. When two processes start at once, a
 * row in the database lets one of them seed; the other finds the products.
 * @returns the number of products created
 */
export type SeedDemoCatalog = () => Promise<number>

export function createSeedDemoCatalog(deps: {
  readonly database: Database
  readonly counters: Counters
  readonly events: EventBus
  readonly clock: Clock
  readonly products: ProductRepository
  readonly reviews: ReviewRepository
  readonly seedings: SeedingRepository
}): SeedDemoCatalog {
  return async function seedDemoCatalog() {
    if (!(await deps.products.isEmpty())) return 0
    const now = deps.clock.now()
    // Read only when it is needed: a shop that has products never loads it.
    const { demoProducts } = await import('../demo-catalog/demo-catalog.ts')
    await deps.seedings.prepare()

    return deps.database.transaction(async (tx) => {
      await deps.seedings.note(tx, now)
      if (!(await deps.products.isEmpty(tx))) return 0
      const firstId = await deps.counters.take('products', demoProducts.length, tx)
      const numbered = demoProducts.map((product, i) => ({ ...product, id: firstId + i }))
      const links = linksAmong(numbered)
      const seeded = numbered.map((product) => seed(product, links.get(product.id), now))
      await deps.products.insertMany(
        tx,
        seeded.map(({ product }) => product),
      )
      await deps.reviews.insertMany(
        tx,
        seeded.flatMap(({ reviews }) => reviews),
      )
      await deps.events.publish(tx, productsChanged, { productIds: null })
      return seeded.length
    })
  }
}

/** Rating and review count come from the reviews, as they do for every product. */
function seed(
  demo: DemoProduct & Pick<Product, 'id'>,
  links: SupplyLinks = { linkedIds: [], costPerPage: null },
  now: Date,
): { product: Product; reviews: Review[] } {
  const { reviews, drawing: _, ...content } = demo
  return {
    product: {
      ...content,
      ...links,
      awaitsPrice: false,
      slug: slugOf(content.name),
      ...ratingOf(reviews),
      createdAt: now,
      updatedAt: now,
    },
    reviews: reviews.map((review) => ({
      id: randomUUID(),
      productId: demo.id,
      rating: review.rating,
      customerName: review.customerName,
      customerTitle: review.customerTitle,
      comment: review.comment,
      createdAt: new Date(review.createdAt),
    })),
  }
}
