import type { Database, Transaction } from '#platform/database/database'
import type { StockLine } from '../domain/stock.ts'
import { changeTime, type ChangeTime } from './change-time.ts'
import { productCollection } from './product-document.ts'

/** A sale is not an edit: `updatedAt` stays, so that an open form does not become outdated. */
export interface StockRepository {
  /**
   * Takes pieces of counted products at the end of the transaction, which fails when one no longer has enough.
   * @returns the change time that these products have then
   */
  takePieces(tx: Transaction, lines: readonly StockLine[]): Date
  returnPieces(tx: Transaction, lines: readonly StockLine[]): Promise<void>
}

export function createStockRepository(database: Database): StockRepository {
  const products = productCollection(database)

  return {
    takePieces(tx, lines) {
      const change = changeTime()
      tx.writeAtEnd(
        products,
        lines.flatMap((line) => taking(line, change)),
        {
          mustFind: lines.length,
          // A transaction sees one moment of the database, so only a server that breaks this promise gets here.
          onMiss: () => new Error('Stock was taken by another sale in the meantime.'),
        },
      )
      return change.changedAt
    },
    async returnPieces(tx, lines) {
      if (lines.length === 0) return
      const change = changeTime()
      const writes = lines.flatMap((line) => returning(line, change)).map((updateOne) => ({ updateOne }))
      await products.bulkWrite(writes, { session: tx.session, ordered: true })
    },
  }
}

/** The guard for the last pieces comes first: after it the stock is 0, so the second can never take again. */
function taking({ productId: _id, quantity }: StockLine, change: ChangeTime) {
  return [
    {
      filter: { _id, inStock: true, stockQuantity: quantity },
      update: { $set: { stockQuantity: 0, inStock: false, ...change } },
    },
    {
      filter: { _id, inStock: true, stockQuantity: { $gt: quantity } },
      update: { $inc: { stockQuantity: -quantity }, $set: change },
    },
  ]
}

/**
 * What still has pieces comes first: what had none has some afterwards and must not match again. A product that is in
 * stock with 0 is not counted and matches none of them.
 */
function returning({ productId: _id, quantity }: StockLine, change: ChangeTime) {
  const soldOut = { _id, inStock: false, stockQuantity: 0 }
  return [
    {
      filter: { _id, stockQuantity: { $gt: 0 } },
      update: { $inc: { stockQuantity: quantity }, $set: change },
    },
    {
      filter: { ...soldOut, priceCents: { $gt: 0 } },
      update: { $set: { stockQuantity: quantity, inStock: true, ...change } },
    },
    {
      // A product that has lost its price must not be sold.
      filter: { ...soldOut, priceCents: 0, awaitsPrice: { $ne: true } },
      update: { $set: { stockQuantity: quantity, awaitsPrice: true, ...change } },
    },
  ]
}
