import { Schema, type Connection, type Model } from 'mongoose'
import type { Collection, Database } from '#platform/database/database'

export interface ProductDocument {
  _id: number
  /** Absent rather than null, because the unique index is sparse. */
  sku?: string
  slug: string
  name: string
  description: string
  brand: string
  category: string
  priceCents: number
  originalPriceCents: number | null
  image: string
  images: string[]
  tags: string[]
  inStock: boolean
  /** Absent in what was stored before there was such a thing. */
  awaitsPrice?: boolean
  stockQuantity: number
  isFeatured: boolean
  isBusinessProduct: boolean
  rating: number
  reviewCount: number
  /** Free text, or null when there are `specifications`. */
  specificationsText: string | null
  /** A list of pairs, because names such as "802.11" are no good as field names and objects lose their order. */
  specifications: { name: string; value: string }[]
  features: string[]
  createdAt: Date
  /** The last edit of a person or a price list; sales do not count. */
  updatedAt: Date
}

const text = { type: String, default: '' }
const count = { type: Number, default: 0 }
const no = { type: Boolean, default: false }

const schema = new Schema<ProductDocument>(
  {
    _id: { type: Number, required: true },
    sku: String,
    slug: { type: String, required: true },
    name: { type: String, required: true },
    description: text,
    brand: text,
    category: { type: String, required: true },
    priceCents: { type: Number, required: true },
    originalPriceCents: { type: Number, default: null },
    image: text,
    images: [String],
    tags: [String],
    inStock: { type: Boolean, default: true },
    stockQuantity: count,
    awaitsPrice: Boolean,
    isFeatured: no,
    isBusinessProduct: no,
    rating: count,
    reviewCount: count,
    specificationsText: { type: String, default: null },
    specifications: [new Schema({ name: String, value: String }, { _id: false, strict: 'throw' })],
    features: [String],
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'products', strict: 'throw', strictQuery: 'throw', versionKey: false, minimize: false },
)
schema.index({ sku: 1 }, { name: 'sku_unique', unique: true, sparse: true })
// By name, because that is what a price list without article numbers names products by.
schema.index({ name: 1 }, { name: 'name' })

export function productModel(connection: Connection): Model<ProductDocument> {
  return connection.model('Product', schema)
}

/** The same collection by the driver, for many products at once: casting them again would take most of the time. */
export function productCollection(database: Database): Collection<ProductDocument> {
  return database.collection('products')
}
