import type { ProductChangeRepository, StoredProduct } from '../../persistence/product-change.repository.ts'
import type { ReadersWait } from './readers-wait.ts'

/** So many products are read by one query. */
export const READ_AT_ONCE = 200

/** The process ends while products are still to be read. */
class CatalogClosed extends Error {
  constructor() {
    super('the catalog was closed while it was read')
  }
}

/** The reads of products from the database that keep the read model up to date. */
export class ProductReads {
  readonly #products: Pick<ProductChangeRepository, 'findMany' | 'readAll'>
  readonly #readersWait: Pick<ReadersWait, 'timed'>
  #isClosed = false

  constructor(
    products: Pick<ProductChangeRepository, 'findMany' | 'readAll'>,
    readersWait: Pick<ReadersWait, 'timed'>,
  ) {
    this.#products = products
    this.#readersWait = readersWait
  }

  /** Those of these products that are stored, of which there are at most 200. Readers of lists wait for it, if briefly. */
  findMany(ids: readonly number[]): Promise<readonly StoredProduct[]> {
    return this.#readersWait.timed(() => this.#products.findMany(ids))
  }

  /** All products, in batches. */
  readAll(): AsyncIterable<readonly StoredProduct[]> {
    return this.#products.readAll()
  }

  /** From now on `throwIfClosed` throws. */
  close(): void {
    this.#isClosed = true
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * To be called before each step of a reading.
   * @throws CatalogClosed
   */
  throwIfClosed(): void {
    if (this.#isClosed) throw new CatalogClosed()
  }
}

/** Ids in slices of as many products as are read by one query. */
export function* slicesToRead(ids: readonly number[]): Generator<readonly number[]> {
  for (let i = 0; i < ids.length; i += READ_AT_ONCE) yield ids.slice(i, i + READ_AT_ONCE)
}
