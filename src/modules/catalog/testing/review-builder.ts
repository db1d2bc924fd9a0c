import type { Database } from '#platform/database/database'
import type { Review } from '../domain/review.ts'
import { createReviewRepository } from '../persistence/review.repository.ts'

/** Few enough for one transaction, however long they are. */
const AT_ONCE = 100
const FIRST_DAY = Date.UTC(2026, 0, 5)
const HOUR_MS = 3_600_000

/**
 * Stores reviews of a product in the database, each an hour after the one before it. The product's rating and review count
 * stay as they are.
 * @param fieldsOf what matters of a review, by its place
 */
export async function storeReviews(
  database: Database,
  productId: number,
  count: number,
  fieldsOf: (index: number) => Partial<Review>,
): Promise<void> {
  const repository = createReviewRepository(database)
  const reviews = Array.from({ length: count }, (_, index): Review => ({
    id: `review-${productId}-${index}`,
    productId,
    rating: 1 + (index % 5),
    customerName: 'Dana W.',
    customerTitle: null,
    comment: `It prints, as it did before (${index}).`,
    createdAt: new Date(FIRST_DAY + index * HOUR_MS),
    ...fieldsOf(index),
  }))
  for (let first = 0; first < count; first += AT_ONCE)
    await database.transaction((tx) => repository.insertMany(tx, reviews.slice(first, first + AT_ONCE)))
}
