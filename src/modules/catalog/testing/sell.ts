import type { Transaction } from '#platform/database/database'
import type { CatalogModule } from '../index.ts'

/** What is sold, and how many pieces of each. */
export type Lines = readonly { readonly productId: number; readonly quantity: number }[]

/** Sells products as an order does, in its transaction. Resolves to what the sale offered. */
export async function sell(catalog: CatalogModule, tx: Transaction, lines: Lines) {
  const sale = await catalog.openSale(
    tx,
    lines.map(({ productId }) => productId),
  )
  const sold = sale.offer(lines)
  sale.take(lines)
  await sale.close()
  return sold
}
