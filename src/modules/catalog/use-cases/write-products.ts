import type { Clock } from '#platform/clock'
import type { Counters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { BulkWrites } from '../domain/bulk.ts'
import { slugOf } from '../domain/words.ts'
import { productsChanged } from '../events.ts'
import type { BulkProductRepository } from '../persistence/bulk-product.repository.ts'

/**
 * Creates, changes and removes many products inside the caller's transaction and tells of all of them after its
 * commit. Changing a product leaves alone what is not named. The new products' numbers follow each other without gaps,
 * which is why two transactions that create products run one after the other.
 * @returns the new products' numbers, in the order in which they were given
 */
export function createWriteProducts(deps: {
  readonly products: BulkProductRepository
  readonly counters: Counters
  readonly events: EventBus
  readonly clock: Clock
}) {
  const { products, counters, events, clock } = deps

  return async function writeProducts(
    tx: Transaction,
    { create = [], change = [], remove = [] }: BulkWrites,
  ): Promise<readonly number[]> {
    const now = clock.now()
    const firstId = create.length === 0 ? 0 : await counters.take('products', create.length, tx)
    // The content comes last: an object that is spread first and then added to takes ten times as long.
    const created = create.map((content, index) => ({
      id: firstId + index,
      slug: slugOf(content.name),
      rating: 0,
      reviewCount: 0,
      createdAt: now,
      updatedAt: now,
      ...content,
    }))
    await products.insert(tx, created)
    await products.change(tx, change, now)
    await products.remove(tx, remove)
    const createdIds = created.map(({ id }) => id)
    const productIds = [...createdIds, ...change.map(({ id }) => id), ...remove]
    if (productIds.length > 0) await events.publish(tx, productsChanged, { productIds })
    return createdIds
  }
}
