import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Product } from '../domain/product.ts'
import { isCounted, shortagesOf, sumByProduct, type StockLine } from '../domain/stock.ts'
import { InsufficientStock, UnknownProduct } from '../errors.ts'
import { productsChanged } from '../events.ts'
import type { ProductRepository } from '../persistence/product.repository.ts'

interface Dependencies {
  readonly products: Pick<ProductRepository, 'findMany' | 'takePieces' | 'returnPieces'>
  readonly events: EventBus
}

/**
 * Takes pieces from stock inside the caller's transaction and returns the products as that transaction saw them before,
 * so that price and stock belong to one moment. Lines are summed per product first; products without counted stock are
 * left alone. A counted product that reaches 0 becomes out of stock.
 * @throws InsufficientStock naming every line that cannot be served and what is left
 * @throws UnknownProduct naming the ids that do not exist
 */
export type TakeStock = (tx: Transaction, lines: readonly StockLine[]) => Promise<readonly Product[]>

/**
 * Puts pieces back inside the caller's transaction; a counted product that was out of stock is in stock again. Products
 * without counted stock and products that no longer exist are left alone.
 */
export type ReturnStock = (tx: Transaction, lines: readonly StockLine[]) => Promise<void>

export function createTakeStock({ products, events }: Dependencies): TakeStock {
  return async function takeStock(tx, lines) {
    const wanted = sumByProduct(lines)
    const ids = wanted.map((line) => line.productId)
    const sold = await products.findMany(ids, tx)
    const stocks = new Map(sold.map((product) => [product.id, product]))
    const unknown = ids.filter((id) => !stocks.has(id))
    if (unknown.length > 0) throw new UnknownProduct(unknown)
    const shortages = shortagesOf(wanted, stocks)
    if (shortages.length > 0) throw new InsufficientStock(shortages)

    const counted = wanted.filter(({ productId }) => {
      const stock = stocks.get(productId)
      return stock !== undefined && isCounted(stock)
    })
    if (!(await products.takePieces(tx, counted))) {
      // A transaction sees one moment of the database, so only a server that breaks this promise gets here.
      throw new InsufficientStock(
        counted.map(({ productId, quantity }) => ({
          productId,
          productName: stocks.get(productId)?.name ?? '',
          requested: quantity,
          available: 0,
        })),
      )
    }
    await announce(tx, events, counted)
    return sold
  }
}

export function createReturnStock({ products, events }: Dependencies): ReturnStock {
  return async function returnStock(tx, lines) {
    const returned = sumByProduct(lines)
    await products.returnPieces(tx, returned)
    await announce(tx, events, returned)
  }
}

async function announce(tx: Transaction, events: EventBus, lines: readonly StockLine[]): Promise<void> {
  if (lines.length === 0) return
  const productIds = lines.map((line) => line.productId)
  await events.publish(tx, productsChanged, { productIds })
}
