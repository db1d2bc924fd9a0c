import { Schema, type Connection, type Model } from 'mongoose'

export interface ReviewDocument {
  _id: string
  productId: number
  customerName: string
  customerTitle: string | null
  rating: number
  comment: string
  createdAt: Date
  /** Absent where no customer of ours wrote it, because the unique index leaves those alone. */
  customerId?: string
}

const schema = new Schema<ReviewDocument>(
  {
    _id: { type: String, required: true },
    productId: { type: Number, required: true },
    customerName: { type: String, required: true },
    customerTitle: { type: String, default: null },
    rating: { type: Number, required: true, min: 1, max: 5 },
    comment: { type: String, default: '' },
    createdAt: { type: Date, required: true },
    customerId: String,
  },
  { collection: 'reviews', strict: 'throw', strictQuery: 'throw', versionKey: false },
)
schema.index({ productId: 1, createdAt: -1 }, { name: 'product_newest' })
schema.index(
  { customerId: 1, productId: 1 },
  { name: 'once_per_customer', unique: true, partialFilterExpression: { customerId: { $exists: true } } },
)

export function reviewModel(connection: Connection): Model<ReviewDocument> {
  return connection.model('Review', schema)
}
