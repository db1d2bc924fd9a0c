import { Schema, type Connection, type Model } from 'mongoose'

export interface ReviewDocument {
  _id: string
  productId: number
  customerName: string
  customerTitle: string | null
  rating: number
  comment: string
  createdAt: Date
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
  },
  { collection: 'reviews', strict: 'throw', strictQuery: 'throw', versionKey: false },
)
schema.index({ productId: 1, createdAt: -1 }, { name: 'product_newest' })

export function reviewModel(connection: Connection): Model<ReviewDocument> {
  return connection.model('Review', schema)
}
