import type { SoldProduct } from '../../persistence/product-change.repository.ts'

/** Products that changed, by their ids: as this process sold them, or null for one that must be read. */
export type SoldProducts = ReadonlyMap<number, SoldProduct | null>

/**
 * Adds a sale to the changes that wait to be applied. Sales of one product that follow directly on each other become one,
 * from before the first to after the last. If the product was written in between, or must be read anyway, it is read.
 */
export function addSale(waiting: Map<number, SoldProduct | null>, sale: SoldProduct): void {
  const { id } = sale.product
  const before = waiting.get(id)
  if (before === undefined) waiting.set(id, sale)
  else if (before?.changedAt !== sale.changedBefore) waiting.set(id, null)
  else waiting.set(id, { ...sale, changedBefore: before.changedBefore })
}

/**
 * A product as its sale left it, when the read model has it as it was before the sale; null when it must be read: what
 * the read model has then may be newer than the sale.
 * @param changedAt when the product was written that the read model has
 */
export function soldAfter(changedAt: number | undefined, id: number, sold: SoldProducts): SoldProduct | null {
  const sale = sold.get(id) ?? null
  return sale !== null && changedAt === sale.changedBefore ? sale : null
}
