import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Product } from '../domain/product.ts'
import { afterTaking, isCounted, shortagesOf, sumByProduct, type Stock, type StockLine } from '../domain/stock.ts'
import { InsufficientStock, UnknownProduct } from '../errors.ts'
import { priceOrStockChanged, productsChanged } from '../events.ts'
import type { ProductChangeRepository, SoldProduct } from '../persistence/product-change.repository.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'
import type { StockRepository } from '../persistence/stock.repository.ts'
import type { CatalogSearch } from '../search/catalog-search.ts'

/** The products of one or more orders as a transaction sees them, and what these orders take of their stock. */
export interface Sale {
  /**
   * The products of an order's lines, of which there are enough pieces after what was taken before. Lines are summed per
   * product first; products without counted stock are always available.
   * @throws InsufficientStock naming every line that cannot be served and what is left
   * @throws UnknownProduct naming the ids that do not exist
   */
  offer(lines: readonly StockLine[]): readonly Product[]
  /** Takes the pieces of lines that were offered; products without counted stock are left alone. */
  take(lines: readonly StockLine[]): void
  /** Writes what was taken and announces it. A counted product that reaches 0 becomes out of stock. */
  close(): Promise<void>
}

/**
 * Opens a sale of these products inside the caller's transaction, so that price and stock belong to one moment. Many
 * orders can share a sale: their products are read once, and their pieces are written once.
 */
export type OpenSale = (tx: Transaction, productIds: readonly number[]) => Promise<Sale>

/**
 * Puts pieces back inside the caller's transaction; a counted product that was out of stock is in stock again. Products
 * without counted stock and products that no longer exist are left alone.
 */
export type ReturnStock = (tx: Transaction, lines: readonly StockLine[]) => Promise<void>

/**
 * Takes pieces out again inside the caller's transaction that went back in stock and cannot stay there: as many as there
 * are, because others may have bought them since. Products that are not counted, not for sale or gone are left alone.
 * @returns how many pieces it took
 */
export type TakeStock = (tx: Transaction, lines: readonly StockLine[]) => Promise<number>

export function createOpenSale({
  stock,
  stored,
  search,
  events,
}: {
  readonly stock: Pick<StockRepository, 'takePieces'>
  readonly stored: Pick<ProductChangeRepository, 'findMany'>
  readonly search: Pick<CatalogSearch, 'refreshSold'>
  readonly events: EventBus
}): OpenSale {
  return async function openSale(tx, productIds) {
    const read = new Map((await stored.findMany([...new Set(productIds)], tx)).map((each) => [each.product.id, each]))
    const found = new Map<number, Product>([...read].map(([id, { product }]) => [id, product]))
    const stocks = new Map<number, Stock>(found)
    const taken: StockLine[] = []

    return {
      offer(lines) {
        const wanted = sumByProduct(lines)
        const unknown = wanted.map(({ productId }) => productId).filter((id) => !found.has(id))
        if (unknown.length > 0) throw new UnknownProduct(unknown)
        const shortages = shortagesOf(wanted, stocks)
        if (shortages.length > 0) throw new InsufficientStock(shortages)
        return wanted.flatMap(({ productId }) => found.get(productId) ?? [])
      },
      take(lines) {
        for (const { productId, quantity } of lines) {
          const before = stocks.get(productId)
          if (before === undefined || !isCounted(before)) continue
          stocks.set(productId, afterTaking(before, quantity))
          taken.push({ productId, quantity })
        }
      },
      async close() {
        const all = sumByProduct(taken)
        if (all.length === 0) return
        const changedAt = stock.takePieces(tx, all).getTime()
        const sold = all.flatMap(({ productId }): SoldProduct[] => {
          const [before, after] = [read.get(productId), stocks.get(productId)]
          if (before === undefined || after === undefined) return []
          const { inStock, stockQuantity } = after
          const product = { ...before.product, inStock, stockQuantity }
          return [{ ...before, product, changedAt, changedBefore: before.changedAt }]
        })
        tx.onCommit(() => search.refreshSold(sold))
        await events.publish(tx, productsChanged, { productIds: idsOf(all), isSale: true })
      },
    }
  }
}

export function createReturnStock({
  stock,
  events,
}: {
  readonly stock: Pick<StockRepository, 'returnPieces'>
  readonly events: EventBus
}): ReturnStock {
  return async function returnStock(tx, lines) {
    const returned = sumByProduct(lines)
    await stock.returnPieces(tx, returned)
    if (returned.length === 0) return
    await events.publish(tx, productsChanged, { productIds: idsOf(returned) })
    await events.publish(tx, priceOrStockChanged, { productIds: idsOf(returned) })
  }
}

export function createTakeStock({
  products,
  stock,
  events,
}: {
  readonly products: Pick<ProductRepository, 'findMany'>
  readonly stock: Pick<StockRepository, 'takePieces'>
  readonly events: EventBus
}): TakeStock {
  return async function takeStock(tx, lines) {
    const wanted = sumByProduct(lines)
    const stocks = new Map((await products.findMany(idsOf(wanted), tx)).map((product) => [product.id, product]))
    const taken = wanted.flatMap(({ productId, quantity }) => {
      const found = stocks.get(productId)
      const left = found?.inStock ? Math.min(quantity, found.stockQuantity) : 0
      return left > 0 ? [{ productId, quantity: left }] : []
    })
    if (taken.length === 0) return 0
    stock.takePieces(tx, taken)
    await events.publish(tx, productsChanged, { productIds: idsOf(taken) })
    return taken.reduce((sum, { quantity }) => sum + quantity, 0)
  }
}

function idsOf(lines: readonly StockLine[]): number[] {
  return lines.map(({ productId }) => productId)
}
