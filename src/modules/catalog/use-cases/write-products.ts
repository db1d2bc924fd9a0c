import type { Clock } from '#platform/time/clock'
import type { Counters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { changesPriceOrStock, newProduct, type BulkWrites } from '../domain/bulk.ts'
import { decidesLinks } from '../domain/supply-links.ts'
import { offersChanged, priceOrStockChanged, productsChanged } from '../events.ts'
import type { BulkProductRepository } from '../persistence/bulk-product.repository.ts'
import type { NewProducts } from './new-products.ts'

/**
 * Creates, changes and removes many products inside the caller's transaction and announces all of them together.
 * Fields that a change does not name keep their value. The ids of new products follow each other without gaps, so two
 * transactions that create products run one after the other.
 * @returns the ids of the new products, in the order given
 */
export type WriteProducts = (tx: Transaction, writes: BulkWrites) => Promise<readonly number[]>

export function createWriteProducts(deps: {
  readonly products: BulkProductRepository
  readonly counters: Counters
  readonly events: EventBus
  readonly clock: Clock
  readonly newProducts: Pick<NewProducts, 'keep'>
}): WriteProducts {
  const { products, counters, events, clock, newProducts } = deps

  return async function writeProducts(tx, { create = [], change = [], remove = [] }) {
    const now = clock.now()
    const firstId = create.length === 0 ? 0 : await counters.take('products', create.length, tx)
    const created = create.map((content, index) => newProduct(firstId + index, content, now))
    await products.insert(tx, created)
    tx.onCommit(() => newProducts.keep(created))
    await products.change(tx, change, now)
    await products.remove(tx, remove)
    const createdIds = created.map(({ id }) => id)
    const productIds = [...createdIds, ...change.map(({ id }) => id), ...remove]
    if (productIds.length > 0) await events.publish(tx, productsChanged, { productIds })
    const edited = change.filter(({ set }) => decidesLinks(set)).map(({ id }) => id)
    const offered = [...createdIds, ...edited, ...remove]
    const areNew = offered.length === created.length
    if (offered.length > 0) await events.publish(tx, offersChanged, { productIds: offered, areNew })
    const sold = [...change.filter(({ set }) => changesPriceOrStock(set)).map(({ id }) => id), ...remove]
    if (sold.length > 0) await events.publish(tx, priceOrStockChanged, { productIds: sold })
    return createdIds
  }
}
