import { expect } from 'vitest'
import { connectDatabase, type Database } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import type { Product } from '#modules/catalog'
import { storeProducts } from '../modules/catalog/testing/product-builder.ts'
import { eventually } from './eventually.ts'
import { startShop, type RunningShop } from './start-shop.ts'
import { freshDatabaseUri } from './test-database.ts'

/**
 * A shop that starts with made-up products and nothing else, ready to be asked.
 * @param filling.product makes the product with a number from 1 on
 * @param filling.atOnce how many are stored at once
 * @param filling.more stores what else there is
 */
export async function startFilledShop(filling: {
  readonly products: number
  readonly product: (number: number) => Product
  readonly atOnce: number
  readonly more?: (database: Database) => Promise<void>
}): Promise<RunningShop> {
  const { products, product, atOnce, more } = filling
  const databaseUri = freshDatabaseUri()
  const database = await connectDatabase(databaseUri, createLogger('silent'))
  for (let first = 1; first <= products; first += atOnce)
    await storeProducts(
      database,
      Array.from({ length: atOnce }, (_, i) => product(first + i)),
    )
  await more?.(database)
  await database.close()
  const shop = await startShop({ SEED_DEMO: 'false' }, { databaseUri })
  // On a busy machine the start alone makes it send people away for a moment.
  await eventually(async () => expect((await fetch(`${shop.url}/api/products?limit=1`)).status).toBe(200))
  return shop
}
