import type { Clock } from '#platform/time/clock'
import type { Counters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { changesPriceOrStock, newProduct, type ProductContent } from '../domain/bulk.ts'
import { editedStock } from '../domain/edited-stock.ts'
import { newSaleByPrice, saleByPrice } from '../domain/sale-by-price.ts'
import type { Product } from '../domain/product.ts'
import { EditedMeanwhile, ProductNotFound } from '../errors.ts'
import { decidesLinks } from '../domain/supply-links.ts'
import { slugOf } from '../domain/words.ts'
import { offersChanged, priceOrStockChanged, productsChanged } from '../events.ts'
import type { BulkProductRepository } from '../persistence/bulk-product.repository.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import type { ReviewRepository } from '../persistence/review.repository.ts'

/** The fields of a product that a person changed; absent fields stay as they are. */
export type ProductEdit = Partial<ProductContent> & {
  /** The quantity that the form was opened with: the stock is then changed by the difference. */
  readonly stockQuantityWas?: number
  /** `updatedAt` that the form was opened with. */
  readonly updatedAtWas?: Date
}

interface Dependencies {
  readonly products: ProductRepository
  readonly writes: BulkProductRepository
  readonly reviews: Pick<ReviewRepository, 'deleteOfProduct'>
  readonly counters: Counters
  readonly events: EventBus
  readonly clock: Clock
}

/** Adds one product inside the caller's transaction; it is not for sale without a price. @throws SkuTaken */
export type CreateProduct = (tx: Transaction, content: ProductContent) => Promise<Product>

/**
 * Changes the given fields of a product inside the caller's transaction. Rating and review count cannot be edited.
 * `stockQuantityWas` makes the quantity a difference, `updatedAtWas` refuses to overwrite a newer edit.
 * @throws ProductNotFound @throws EditedMeanwhile @throws StockChanged @throws SkuTaken
 */
export type UpdateProduct = (
  tx: Transaction,
  id: number,
  edit: ProductEdit,
) => Promise<{ readonly before: Product; readonly after: Product }>

/** Deletes a product and its reviews and returns what it was; orders keep what they sold. @throws ProductNotFound */
export type DeleteProduct = (tx: Transaction, id: number) => Promise<Product>

/** The use cases that write a single product. */
export function createEditProduct({ products, writes, reviews, counters, events, clock }: Dependencies): {
  readonly create: CreateProduct
  readonly update: UpdateProduct
  readonly delete: DeleteProduct
} {
  function announce(tx: Transaction, id: number): Promise<void> {
    return events.publish(tx, productsChanged, { productIds: [id] })
  }

  async function find(tx: Transaction, id: number): Promise<Product> {
    const [product] = await products.findMany([id], tx)
    if (product === undefined) throw new ProductNotFound()
    return product
  }

  return {
    async create(tx, content) {
      const now = clock.now()
      const id = await counters.take('products', 1, tx)
      const product = newProduct(id, { ...content, ...newSaleByPrice(content) }, now)
      await writes.insert(tx, [product])
      await announce(tx, id)
      await events.publish(tx, offersChanged, { productIds: [id] })
      return product
    },

    async update(tx, id, edit) {
      const { stockQuantityWas, updatedAtWas, ...sent } = edit
      const before = await find(tx, id)
      if (updatedAtWas !== undefined && updatedAtWas.getTime() !== before.updatedAt.getTime())
        throw new EditedMeanwhile()
      const stock = editedStock(before, { ...sent, stockQuantityWas })
      const changed = differenceTo(before, { ...sent, ...stock, ...saleByPrice(before, sent, stock) })
      if (Object.keys(changed).length === 0) return { before, after: before }

      // Two edits in one millisecond are two edits.
      const now = new Date(Math.max(clock.now().getTime(), before.updatedAt.getTime() + 1))
      await writes.change(tx, [{ id, set: changed }], now)
      await announce(tx, id)
      if (decidesLinks(changed)) await events.publish(tx, offersChanged, { productIds: [id] })
      if (changesPriceOrStock(changed)) await events.publish(tx, priceOrStockChanged, { productIds: [id] })
      return { before, after: { ...before, ...changed, slug: slugOf(changed.name ?? before.name), updatedAt: now } }
    },

    async delete(tx, id) {
      const product = await find(tx, id)
      await writes.remove(tx, [id])
      await reviews.deleteOfProduct(tx, id)
      await announce(tx, id)
      await events.publish(tx, offersChanged, { productIds: [id] })
      await events.publish(tx, priceOrStockChanged, { productIds: [id] })
      return product
    },
  }
}

function differenceTo(product: Product, sent: Partial<ProductContent>): Partial<ProductContent> {
  const entries = Object.entries(sent) as [keyof ProductContent, unknown][]
  return Object.fromEntries(
    entries.filter(([field, value]) => value !== undefined && JSON.stringify(product[field]) !== JSON.stringify(value)),
  )
}
