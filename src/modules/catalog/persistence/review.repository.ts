import type { Database, Transaction } from '#platform/database/database'
import type { Review } from '../domain/review.ts'
import { reviewModel, type ReviewDocument } from './review.model.ts'

export interface ReviewRepository {
  /** Newest first, at most 500. */
  listOfProduct(productId: number): Promise<readonly Review[]>
  insertMany(tx: Transaction, reviews: readonly Review[]): Promise<void>
}

function toReview(document: ReviewDocument): Review {
  return {
    id: document._id,
    productId: document.productId,
    rating: document.rating,
    customerName: document.customerName,
    customerTitle: document.customerTitle,
    comment: document.comment,
    createdAt: document.createdAt,
  }
}

export function createReviewRepository(database: Database): ReviewRepository {
  const reviews = reviewModel(database.connection)
  return {
    async listOfProduct(productId) {
      const documents = await reviews.find({ productId }).sort({ createdAt: -1, _id: 1 }).limit(500).lean()
      return documents.map(toReview)
    },
    async insertMany(tx, rows) {
      await reviews.insertMany(
        rows.map(({ id, ...rest }) => ({ _id: id, ...rest })),
        { session: tx.session },
      )
    },
  }
}
