import type { Database, Transaction } from '#platform/database/database'
import { inParts } from '#platform/database/in-parts'
import { readAll } from '#platform/database/read-all'
import {
  fittedNamesOf,
  isSupply,
  modelNamesOf,
  type LinkedProduct,
  type NamedProduct,
  type SupplyLinks,
} from '../domain/supply-links.ts'
import { changeTime } from './change-time.ts'
import { productCollection, type ProductDocument } from './product-document.ts'

/** A product with the links that are stored with it. */
export interface StoredLinks {
  readonly product: LinkedProduct
  readonly links: SupplyLinks
}

export interface SupplyLinkRepository {
  findMany(tx: Transaction, ids: readonly number[]): Promise<readonly StoredLinks[]>
  /** The products that are stored as partners of one of these, which may be deleted. */
  findLinkedTo(tx: Transaction, ids: readonly number[]): Promise<readonly StoredLinks[]>
  /** The supplies that name one of these machines, and the products that one of these supplies names. */
  findNamed(tx: Transaction | null, products: readonly NamedProduct[]): Promise<readonly StoredLinks[]>
  /** Links are no edit: `updatedAt` stays, so that an open form does not become outdated. */
  setLinks(tx: Transaction, changes: ReadonlyMap<number, SupplyLinks>): Promise<void>
}

const FIELDS = {
  sku: 1,
  name: 1,
  brand: 1,
  category: 1,
  priceCents: 1,
  fits: 1,
  pageYield: 1,
  supplyColor: 1,
  linkedIds: 1,
  costPerPage: 1,
} as const
type LinkDocument = Pick<ProductDocument, keyof typeof FIELDS | '_id'>
type Filter = NonNullable<Parameters<typeof readAll<ProductDocument, LinkDocument>>[2]['filter']>

export function createSupplyLinkRepository(database: Database): SupplyLinkRepository {
  const products = productCollection(database)

  async function find(tx: Transaction | null, filter: Filter): Promise<readonly StoredLinks[]> {
    const found = await readAll<ProductDocument, LinkDocument>(database, products, { filter, projection: FIELDS, tx })
    return found.map(toStoredLinks)
  }

  async function findIn(tx: Transaction | null, field: 'fits' | 'sku' | 'name', names: ReadonlySet<string>) {
    const found: StoredLinks[] = []
    for (const part of inParts([...names])) found.push(...(await find(tx, { [field]: { $in: part } })))
    return found
  }

  return {
    findMany: (tx, ids) => find(tx, { _id: { $in: [...ids] } }),
    findLinkedTo: (tx, ids) => find(tx, { linkedIds: { $in: [...ids] } }),
    async findNamed(tx, given) {
      const models = new Set(given.filter((product) => !isSupply(product)).flatMap(modelNamesOf))
      const fitted = new Set(given.filter(isSupply).flatMap(fittedNamesOf))
      return [
        ...(await findIn(tx, 'fits', models)),
        ...(await findIn(tx, 'sku', fitted)),
        ...(await findIn(tx, 'name', fitted)),
      ]
    },
    async setLinks(tx, changes) {
      if (changes.size === 0) return
      const change = changeTime()
      const inOrder = [...changes].toSorted(([one], [other]) => one - other)
      const updates = inOrder.map(([id, { linkedIds, costPerPage }]) => ({
        updateOne: {
          filter: { _id: id },
          update: {
            $set: {
              ...change,
              ...(linkedIds.length > 0 && { linkedIds: [...linkedIds] }),
              ...(costPerPage !== null && { costPerPage }),
            },
            $unset: {
              ...(linkedIds.length === 0 && { linkedIds: true as const }),
              ...(costPerPage === null && { costPerPage: true as const }),
            },
          },
        },
      }))
      await products.bulkWrite(updates, { session: tx.session, ordered: true })
    },
  }
}

function toStoredLinks(document: LinkDocument): StoredLinks {
  return {
    product: {
      id: document._id,
      sku: document.sku ?? null,
      name: document.name,
      brand: document.brand,
      category: document.category,
      priceCents: document.priceCents,
      fits: document.fits ?? [],
      pageYield: document.pageYield ?? null,
      supplyColor: document.supplyColor ?? null,
    },
    links: { linkedIds: document.linkedIds ?? [], costPerPage: document.costPerPage ?? null },
  }
}
