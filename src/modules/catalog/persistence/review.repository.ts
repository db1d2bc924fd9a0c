import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import { isDuplicateKey } from '#platform/database/duplicate-key'
import { insertAll } from '#platform/database/write-all'
import { readLongPage } from '#platform/shared-kernel/found-page'
import type { ModeratedReview, Review, WrittenReview } from '../domain/review.ts'

interface ReviewDocument {
  _id: string
  productId: number
  customerName: string
  customerTitle: string | null
  rating: number
  comment: string
  createdAt: Date
  /** Absent in reviews of the demo catalog and of deleted accounts: the unique index leaves those alone. */
  customerId?: string
  /** Both absent while it is shown, as in reviews from before they could be hidden. */
  hiddenAt?: Date | null
  hiddenReason?: string
}

const INDEXES: readonly IndexDescription[] = [
  { key: { productId: 1, createdAt: -1, _id: 1 }, name: 'of_product_newest_first' },
  {
    key: { customerId: 1, productId: 1 },
    name: 'once_per_customer',
    unique: true,
    partialFilterExpression: { customerId: { $exists: true } },
  },
]

export interface ReviewRepository {
  /** Those that are shown, newest first, at most 500 of them or fewer. */
  listOfProduct(productId: number, most?: number): Promise<readonly Review[]>
  /** A page of all reviews of a product, newest first, and how many there are, see `readLongPage`. */
  listForStaff(
    productId: number,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly reviews: readonly WrittenReview[]; readonly total: number }>
  find(productId: number, id: string, tx?: Transaction): Promise<WrittenReview | null>
  setHidden(tx: Transaction, review: Pick<ModeratedReview, 'id' | 'hidden'>): Promise<void>
  insertMany(tx: Transaction, reviews: readonly Review[]): Promise<void>
  /** Returns false when this customer has reviewed the product already; the transaction must then be aborted. */
  insertOfCustomer(tx: Transaction, review: Review, customerId: string): Promise<boolean>
  hasReviewed(customerId: string, productId: number): Promise<boolean>
  /** The ids of the products that this customer has reviewed. */
  listReviewedProducts(customerId: string): Promise<readonly number[]>
  /** Those of these products that have reviews, shown or hidden. */
  listReviewedAmong(tx: Transaction, productIds: readonly number[]): Promise<readonly number[]>
  /** All reviews of this customer. */
  listOfCustomer(customerId: string): Promise<readonly ModeratedReview[]>
  /**
   * Anonymizes a customer's reviews: the stars stay, the text is removed, because it may contain other personal data, and
   * so may the reason why one is hidden. Returns the ids of the products.
   */
  eraseCustomer(tx: Transaction, customerId: string): Promise<readonly number[]>
  deleteOfProduct(tx: Transaction, productId: number): Promise<void>
  /** How many reviews of a product that are shown have each rating, as the transaction sees them. */
  countRatings(
    tx: Transaction,
    productId: number,
  ): Promise<readonly { readonly rating: number; readonly count: number }[]>
}

const FORMER_CUSTOMER = 'Former customer'
const WORDS_REMOVED = 'The words of this review were removed because their writer asked us to.'
const REASON_REMOVED = 'The reason was removed with the words of this review.'

/** More reviews of a product than anybody reads. */
const MOST_LISTED = 500
/** Those that are not hidden. */
const SHOWN = { hiddenAt: null }

/** Field by field, because part of it is what a customer sent. */
function toDocument(review: Review): ReviewDocument {
  return {
    _id: review.id,
    productId: review.productId,
    rating: review.rating,
    customerName: review.customerName,
    customerTitle: review.customerTitle,
    comment: review.comment,
    createdAt: review.createdAt,
  }
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

function toModeratedReview(document: ReviewDocument): ModeratedReview {
  const { hiddenAt, hiddenReason = '' } = document
  return { ...toReview(document), hidden: hiddenAt ? { at: hiddenAt, reason: hiddenReason } : null }
}

function toWrittenReview(document: ReviewDocument): WrittenReview {
  return { ...toModeratedReview(document), customerId: document.customerId ?? null }
}

export function createReviewRepository(database: Database): ReviewRepository {
  const reviews = database.collection<ReviewDocument>('reviews', INDEXES)

  return {
    async listOfProduct(productId, most = MOST_LISTED) {
      const found = reviews
        .find({ productId, ...SHOWN })
        .sort({ createdAt: -1, _id: 1 })
        .limit(most)
      return (await found.toArray()).map(toReview)
    },
    async listForStaff(productId, { limit, offset }) {
      const { rows, total } = await readLongPage(
        { limit, offset },
        {
          list: () => reviews.find({ productId }).sort({ createdAt: -1, _id: 1 }).skip(offset).limit(limit).toArray(),
          count: (most) => reviews.countDocuments({ productId }, { limit: most }),
        },
      )
      return { reviews: rows.map(toWrittenReview), total }
    },
    async find(productId, id, tx) {
      const document = await reviews.findOne({ _id: id, productId }, { session: tx?.session })
      return document === null ? null : toWrittenReview(document)
    },
    async setHidden(tx, { id, hidden }) {
      await reviews.updateOne(
        { _id: id },
        hidden === null
          ? { $unset: { hiddenAt: '', hiddenReason: '' } }
          : { $set: { hiddenAt: hidden.at, hiddenReason: hidden.reason } },
        { session: tx.session },
      )
    },
    async insertMany(tx, rows) {
      await insertAll(database, reviews, rows.map(toDocument), tx)
    },
    async insertOfCustomer(tx, review, customerId) {
      try {
        await reviews.insertOne({ ...toDocument(review), customerId }, { session: tx.session })
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
    async hasReviewed(customerId, productId) {
      return (await reviews.findOne({ customerId, productId }, { projection: { _id: 1 } })) !== null
    },
    async listReviewedProducts(customerId) {
      if (!customerId) return []
      const found = reviews.find({ customerId }, { projection: { productId: 1 } })
      return (await found.toArray()).map(({ productId }) => productId)
    },
    async listReviewedAmong(tx, productIds) {
      if (productIds.length === 0) return []
      const groups = reviews.aggregate<{ _id: number }>(
        [{ $match: { productId: { $in: [...productIds] } } }, { $group: { _id: '$productId' } }],
        { session: tx.session },
      )
      return (await groups.toArray()).map(({ _id }) => _id)
    },
    async listOfCustomer(customerId) {
      if (!customerId) return []
      const found = reviews.find({ customerId }).sort({ createdAt: -1 })
      return (await found.toArray()).map(toModeratedReview)
    },
    async eraseCustomer({ session }, customerId) {
      if (!customerId) return []
      const found = await reviews.find({ customerId }, { projection: { productId: 1 }, session }).toArray()
      const nobody = { customerName: FORMER_CUSTOMER, customerTitle: null, comment: WORDS_REMOVED }
      const isHidden = { customerId, hiddenAt: { $ne: null } }
      await reviews.updateMany(isHidden, { $set: { hiddenReason: REASON_REMOVED } }, { session })
      await reviews.updateMany({ customerId }, { $set: nobody, $unset: { customerId: '' } }, { session })
      return found.map(({ productId }) => productId)
    },
    async deleteOfProduct(tx, productId) {
      await reviews.deleteMany({ productId }, { session: tx.session })
    },
    async countRatings(tx, productId) {
      const groups = reviews.aggregate<{ _id: number; count: number }>(
        [{ $match: { productId, ...SHOWN } }, { $group: { _id: '$rating', count: { $sum: 1 } } }],
        { session: tx.session },
      )
      return (await groups.toArray()).map(({ _id: rating, count }) => ({ rating, count }))
    },
  }
}
