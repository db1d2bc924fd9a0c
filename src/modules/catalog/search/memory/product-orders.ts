import type { ProductSort } from '../../domain/product-query.ts'
import type { StaffProductSort } from '../../domain/staff-query.ts'
import type { CompareSlots } from '../first-of.ts'
import { CHANGE } from './product-changes.ts'
import type { NameColumn } from './name-column.ts'
import type { ProductColumns } from './product-columns.ts'
import { ProductOrder } from './product-order.ts'
import type { ProductSets } from './product-sets.ts'
import type { SnapshotReader, SnapshotWriter } from './snapshot.ts'

type Sort = ProductSort | StaffProductSort

/** Some slots and what changes about each of them, as a sum of `CHANGE`. */
export type ChangedSlots = ReadonlyMap<number, number>

/** All products in every order of the shop and of the staff's table, so that no list needs sorting. */
export class ProductOrders {
  readonly #orders: Readonly<Record<Sort, { readonly order: ProductOrder; readonly dependsOn: number }>>

  constructor(columns: ProductColumns, sets: ProductSets, names: NameColumn) {
    const id = (slot: number) => columns.ids[slot] as number
    const price = (slot: number) => columns.prices[slot] as number
    const rating = (slot: number) => columns.ratings[slot] as number
    const pageCost = (slot: number) => columns.pageCosts[slot] as number
    const stock = (slot: number) => columns.stock[slot] as number
    const editedAt = (slot: number) => columns.updatedAt[slot] as number
    const isFeatured = (slot: number) => Number(sets.featured.has(slot))
    const isBestseller = (slot: number) => Number(sets.bestsellers.has(slot))
    const byId: CompareSlots = (a, b) => id(a) - id(b)
    const order = (dependsOn: number, compare: CompareSlots) => ({ order: new ProductOrder(compare), dependsOn })
    // The id comes last (specification 1, section 4), so that pages never overlap.
    this.#orders = {
      featured: order(
        CHANGE.featured | CHANGE.rating,
        (a, b) =>
          isFeatured(b) - isFeatured(a) || isBestseller(b) - isBestseller(a) || rating(b) - rating(a) || byId(a, b),
      ),
      'price-low': order(CHANGE.price, (a, b) => price(a) - price(b) || byId(a, b)),
      'price-high': order(CHANGE.price, (a, b) => price(b) - price(a) || byId(a, b)),
      name: order(CHANGE.name, (a, b) => names.compare(a, b) || byId(a, b)),
      rating: order(CHANGE.rating, (a, b) => rating(b) - rating(a) || byId(a, b)),
      'page-cost': order(CHANGE.pageCost, (a, b) => pageCost(a) - pageCost(b) || byId(a, b)),
      newest: order(CHANGE.none, (a, b) => byId(b, a)),
      'stock-low': order(CHANGE.stock, (a, b) => stock(a) - stock(b) || byId(a, b)),
      'stock-high': order(CHANGE.stock, (a, b) => stock(b) - stock(a) || byId(a, b)),
      updated: order(CHANGE.edited, (a, b) => editedAt(b) - editedAt(a) || byId(a, b)),
    }
  }

  in(sort: Sort): ProductOrder {
    return this.#orders[sort].order
  }

  /** Removes slots from the orders that a change of them affects, before their values change. */
  takeOut(changed: ChangedSlots): void {
    this.#each(changed, (order, slots) => order.takeOut(slots))
  }

  /** Puts the same slots, or new ones, in again with their new values. */
  putIn(changed: ChangedSlots): void {
    this.#each(changed, (order, slots) => order.putIn(slots))
  }

  /** Makes room for further products, order by order. */
  *makeRoom(): Iterable<void> {
    for (const { order } of Object.values(this.#orders)) yield* order.makeRoom()
  }

  save(writer: SnapshotWriter): void {
    for (const { order } of Object.values(this.#orders)) order.save(writer)
  }

  load(reader: SnapshotReader): void {
    for (const { order } of Object.values(this.#orders)) order.load(reader)
  }

  #each(changed: ChangedSlots, work: (order: ProductOrder, slots: readonly number[]) => void): void {
    for (const { order, dependsOn } of Object.values(this.#orders)) {
      const slots: number[] = []
      for (const [slot, change] of changed) {
        if (change === CHANGE.all || (change & dependsOn) !== 0) slots.push(slot)
      }
      work(order, slots)
    }
  }
}
