import { trusted } from 'mongoose'
import type { Database, Transaction } from '#platform/database/database'
import { defineModel } from '#platform/database/define-model'
import { number, text, time } from '#platform/database/fields'
import type { CartItem } from '../domain/saved-cart.ts'

interface CartItemDocument {
  /** Customer and product in one: a product is in a cart once. */
  _id: string
  userId: string
  productId: number
  quantity: number
  /** The item's place in the cart. */
  position: number
  createdAt: Date
}

type WishlistItemDocument = Omit<CartItemDocument, 'quantity'>

const common = {
  _id: text,
  userId: text,
  productId: number,
  position: number,
  createdAt: time,
} as const

const cartItemModel = defineModel<CartItemDocument>({
  collection: 'cart_items',
  indexes: [{ key: { userId: 1 }, name: 'customer' }],
  fields: () => ({ ...common, quantity: number }),
})
const wishlistItemModel = defineModel<WishlistItemDocument>({
  collection: 'wishlist_items',
  indexes: [{ key: { userId: 1 }, name: 'customer' }],
  fields: () => common,
})

/** The carts and wishlists of customers. To be written under the lock of the customer (`UserRepository.lockAndCount`). */
export interface SavedCartRepository {
  findCart(userId: string, tx?: Transaction): Promise<readonly CartItem[]>
  /** The cart is these items from now on, in this order. */
  saveCart(tx: Transaction, userId: string, items: readonly CartItem[], now: Date): Promise<void>
  findWishlist(userId: string, tx?: Transaction): Promise<readonly number[]>
  saveWishlist(tx: Transaction, userId: string, productIds: readonly number[], now: Date): Promise<void>
  deleteAll(tx: Transaction, userId: string): Promise<void>
}

export function createSavedCartRepository(database: Database): SavedCartRepository {
  const cartItems = database.model(cartItemModel)
  const wishlistItems = database.model(wishlistItemModel)
  const idOf = (userId: string, productId: number) => `${userId}-${productId}`

  return {
    async findCart(userId, tx) {
      const documents = await cartItems().find({ userId }, null, { session: tx?.session }).sort({ position: 1 }).lean()
      return documents.map(({ productId, quantity }) => ({ productId, quantity }))
    },
    async saveCart(tx, userId, items, now) {
      const { session } = tx
      const productIds = items.map(({ productId }) => productId)
      await cartItems().deleteMany({ userId, productId: trusted({ $nin: productIds }) }, { session })
      if (items.length === 0) return
      await cartItems().bulkWrite(
        items.map(({ productId, quantity }, position) => ({
          updateOne: {
            filter: { _id: idOf(userId, productId) },
            update: { $set: { quantity, position }, $setOnInsert: { userId, productId, createdAt: now } },
            upsert: true,
          },
        })),
        { session },
      )
    },
    async findWishlist(userId, tx) {
      const documents = await wishlistItems()
        .find({ userId }, null, { session: tx?.session })
        .sort({ position: 1 })
        .lean()
      return documents.map(({ productId }) => productId)
    },
    async saveWishlist(tx, userId, productIds, now) {
      const { session } = tx
      await wishlistItems().deleteMany({ userId, productId: trusted({ $nin: [...productIds] }) }, { session })
      if (productIds.length === 0) return
      await wishlistItems().bulkWrite(
        productIds.map((productId, position) => ({
          updateOne: {
            filter: { _id: idOf(userId, productId) },
            update: { $set: { position }, $setOnInsert: { userId, productId, createdAt: now } },
            upsert: true,
          },
        })),
        { session },
      )
    },
    async deleteAll(tx, userId) {
      await cartItems().deleteMany({ userId }, { session: tx.session })
      await wishlistItems().deleteMany({ userId }, { session: tx.session })
    },
  }
}
