import type { mongo } from 'mongoose'
import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import { earlierNotes, gtinsOf, isNamed, isRenamed } from '../rules/earlier-notes.ts'
import type { EarlierNote, StandingNotes, UndoneLists } from '../rules/standing-notes.ts'

interface SupplierProductDocument {
  /** "<supplier>:<product>" */
  _id: string
  supplierId: string
  productId: number
  /** The EAN or UPC by which the list names it; absent where it never did. */
  gtin?: string
  /** The last import that named it by that; absent in notes of a version before this one. */
  gtinBy?: string
  /** The import that brought it into the list, and the last one that had it. */
  addedBy: string
  importId: string
  /** The import with which it was found to have left the list; null while it is on it. */
  leftWith: string | null
}

const INDEXES: readonly IndexDescription[] = [
  { key: { supplierId: 1, productId: 1 }, name: 'products_of_supplier' },
  // Counts what is on each list without reading it.
  { key: { supplierId: 1, leftWith: 1 }, name: 'on_list' },
  { key: { gtin: 1 }, name: 'gtin', sparse: true },
  { key: { productId: 1 }, name: 'suppliers_of_product' },
]

interface NotedBy {
  readonly supplierId: string
  readonly importId: string
}

interface UndoneBy extends NotedBy {
  /** All lists of the supplier that were undone. */
  readonly undone: UndoneLists
}

/** Which product came from whose list, and which of them are on the list no more. */
export interface SupplierProductsRepository {
  /**
   * Notes the products of a group of rows.
   * @returns what was noted before, for `restore`; nothing of a product that no list of the supplier had
   */
  note(
    tx: Transaction,
    by: NotedBy,
    products: readonly { readonly productId: number; readonly gtin: string | null }[],
  ): Promise<readonly EarlierNote[]>
  /** Puts back what was noted before an import noted these; what a newer list has noted since stays. */
  restore(tx: Transaction, by: UndoneBy, earlier: StandingNotes): Promise<void>
  /** The products that were on the supplier's last list. */
  listOnList(supplierId: string): Promise<readonly number[]>
  /** The products on the list that an import did not have, in the order of their ids. */
  listMissing(supplierId: string, importId: string): Promise<readonly number[]>
  /** Those of these products that are on the list still, and that an import did not have. */
  findMissing(supplierId: string, importId: string, productIds: readonly number[]): Promise<readonly number[]>
  markLeft(tx: Transaction, supplierId: string, importId: string, productIds: readonly number[]): Promise<void>
  /** The products that lists name by these EANs, the newest first; also such as were deleted since. */
  findByGtins(
    tx: Transaction | null,
    gtins: readonly string[],
  ): Promise<readonly { readonly gtin: string; readonly productId: number }[]>
  /** Which of these products an import has named by an EAN. */
  findNamedBy(tx: Transaction | null, by: NotedBy, productIds: readonly number[]): Promise<readonly number[]>
  /** Which of these products any list of the supplier has had. */
  findNoted(tx: Transaction | null, supplierId: string, productIds: readonly number[]): Promise<readonly number[]>
  /** What is noted of the products that left with an import, as it was before they left. */
  listLeftWith(supplierId: string, importId: string): Promise<readonly EarlierNote[]>
  /**
   * Before the end of an undo: what none but this import has had is forgotten, which may be all of it. It is in no
   * transaction, for the same reason, and a repetition goes on with it.
   */
  forgetAdded(by: NotedBy): Promise<void>
  /**
   * After the undo of an import: what it added is forgotten, or only its EAN if a newer list has noted it since, and what
   * left with it is back.
   * @param returning what is to be noted of those that are back
   */
  revert(tx: Transaction, by: UndoneBy, returning: StandingNotes): Promise<void>
  /** How many products of each supplier are on its list. */
  counts(supplierIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Whose lists name a product, by supplier: whether it was sold out because it left them. */
  suppliersOf(productId: number, limit: number): Promise<ReadonlyMap<string, boolean>>
  /**
   * Forgets what a supplier's list had. Outside of a transaction others are answered meanwhile: of 100,000 products a
   * commit holds up everybody.
   */
  removeOfSupplier(supplierId: string, tx?: Transaction): Promise<void>
}

export function createSupplierProductsRepository(database: Database): SupplierProductsRepository {
  const products = database.collection<SupplierProductDocument>('supplier_products', INDEXES)
  const idOf = (supplierId: string, productId: number) => `${supplierId}:${productId}`

  /** Those of the products of which this is noted. */
  async function idsOf(
    tx: Transaction | null,
    noted: mongo.Filter<SupplierProductDocument>,
    productIds: readonly number[],
  ): Promise<readonly number[]> {
    if (productIds.length === 0) return []
    const found = await products
      .find(
        { ...noted, productId: { $in: [...productIds] } },
        { projection: { productId: 1 }, ...(tx && { session: tx.session }) },
      )
      .toArray()
    return found.map(({ productId }) => productId)
  }

  /** Of all that is noted so, which may be 100,000. */
  async function numbersOf(filter: mongo.Filter<SupplierProductDocument>): Promise<readonly number[]> {
    const found = await readAll<SupplierProductDocument, Pick<SupplierProductDocument, 'productId'>>(
      database,
      products,
      { filter, projection: { productId: 1 } },
    )
    return found.map(({ productId }) => productId)
  }

  /** On the list still, and not on that of an import. */
  const missing = (supplierId: string, importId: string) => ({
    supplierId,
    leftWith: null,
    importId: { $ne: importId },
  })

  return {
    async note(tx, { supplierId, importId }, noted) {
      if (noted.length === 0) return []
      const gtins = gtinsOf(noted)
      const before = await products
        .find(
          { supplierId, productId: { $in: [...gtins.keys()] } },
          {
            projection: { _id: 0, productId: 1, gtin: 1, gtinBy: 1, importId: 1, leftWith: 1 },
            session: tx.session,
          },
        )
        .toArray()
      // Nearly all are noted by the same EAN: one write for all of them costs less than reading them did.
      const same = new Set(before.filter((note) => !isRenamed(note, gtins)).map(({ productId }) => productId))
      const named = [...same].filter((productId) => isNamed(productId, gtins))
      const unnamed = [...same].filter((productId) => !isNamed(productId, gtins))
      const others = [...gtins].filter(([productId]) => !same.has(productId))
      const sameOf = (productIds: readonly number[], set: Partial<SupplierProductDocument>) =>
        productIds.length === 0
          ? []
          : { updateMany: { filter: { supplierId, productId: { $in: productIds } }, update: { $set: set } } }
      const writes = [
        sameOf(named, { ...asNoted(importId), gtinBy: importId }),
        sameOf(unnamed, asNoted(importId)),
        ...others.map(([productId, gtin]) => ({
          updateOne: {
            filter: { _id: idOf(supplierId, productId) },
            update: {
              $set: { supplierId, productId, ...asNoted(importId), ...(gtin !== null && { gtin, gtinBy: importId }) },
              $setOnInsert: { addedBy: importId },
            },
            upsert: true,
          },
        })),
      ].flat()
      await products.bulkWrite(writes, { session: tx.session, ordered: true })
      return earlierNotes(before, gtins)
    },
    async restore(tx, { supplierId, importId, undone }, { notes, ofUndone }) {
      const writes = notes.flatMap(({ productIds, gtin, gtinBy, ...place }) => {
        const ofProducts = { supplierId, productId: { $in: [...productIds] } }
        // Of what a version before this one noted, nobody knows who named the EAN: it goes with the rest.
        const byWhom = gtinBy === undefined ? asNoted(importId) : { gtinBy: importId }
        const ean = changeOf({ gtin, gtinBy })
        return [
          ...(ean === null ? [] : [{ updateMany: { filter: { ...ofProducts, ...byWhom }, update: ean } }]),
          { updateMany: { filter: { ...ofProducts, ...asNoted(importId) }, update: { $set: place } } },
        ]
      })
      const forgotten = forget(supplierId, asNoted(importId), ofUndone, undone)
      if (writes.length + forgotten.length > 0)
        await products.bulkWrite([...forgotten, ...writes], { session: tx.session, ordered: true })
    },
    listOnList: (supplierId) => numbersOf({ supplierId, leftWith: null }),
    async listMissing(supplierId, importId) {
      const found = await numbersOf(missing(supplierId, importId))
      return found.toSorted((a, b) => a - b)
    },
    findMissing: (supplierId, importId, productIds) => idsOf(null, missing(supplierId, importId), productIds),
    async markLeft(tx, supplierId, importId, productIds) {
      await products.updateMany(
        { supplierId, productId: { $in: [...productIds] } },
        { $set: { leftWith: importId } },
        { session: tx.session },
      )
    },
    async findByGtins(tx, gtins) {
      if (gtins.length === 0) return []
      const found = await products
        .find(
          { gtin: { $in: [...gtins] } },
          { projection: { gtin: 1, productId: 1 }, sort: { productId: -1 }, ...(tx && { session: tx.session }) },
        )
        .toArray()
      return found.map(({ gtin = '', productId }) => ({ gtin, productId }))
    },
    findNamedBy: (tx, { supplierId, importId }, productIds) => idsOf(tx, { supplierId, gtinBy: importId }, productIds),
    findNoted: (tx, supplierId, productIds) => idsOf(tx, { supplierId }, productIds),
    async listLeftWith(supplierId, importId) {
      const found = await readAll<SupplierProductDocument, Pick<SupplierProductDocument, 'productId' | 'importId'>>(
        database,
        products,
        { filter: { supplierId, leftWith: importId }, projection: { productId: 1, importId: 1 } },
      )
      return found.map((note) => ({ productIds: [note.productId], importId: note.importId, leftWith: null }))
    },
    async forgetAdded({ supplierId, importId }) {
      await products.deleteMany({ supplierId, addedBy: importId, ...asNoted(importId) })
    },
    async revert(tx, { supplierId, importId, undone }, { notes, ofUndone }) {
      const { session } = tx
      const left = { leftWith: importId }
      await products.bulkWrite(
        [
          { deleteMany: { filter: { supplierId, addedBy: importId, ...asNoted(importId) } } },
          // Nothing was noted of these before.
          {
            updateMany: {
              filter: { supplierId, gtinBy: importId },
              update: { $unset: { gtin: true as const, gtinBy: true as const } },
            },
          },
          ...forget(supplierId, left, ofUndone, undone),
          ...notes.map(({ productIds, importId: before, leftWith }) => ({
            updateMany: {
              filter: { supplierId, productId: { $in: [...productIds] }, ...left },
              update: { $set: { importId: before, leftWith } },
            },
          })),
          { updateMany: { filter: { supplierId, ...left }, update: { $set: { leftWith: null } } } },
        ],
        { session, ordered: true },
      )
    },
    async counts(supplierIds) {
      const counted = await Promise.all(
        supplierIds.map(
          async (supplierId) => [supplierId, await products.countDocuments({ supplierId, leftWith: null })] as const,
        ),
      )
      return new Map(counted)
    },
    async suppliersOf(productId, limit) {
      const found = await products.find({ productId }, { projection: { supplierId: 1, leftWith: 1 }, limit }).toArray()
      return new Map(found.map(({ supplierId, leftWith }) => [supplierId, leftWith !== null]))
    },
    async removeOfSupplier(supplierId, tx) {
      await products.deleteMany({ supplierId }, { session: tx?.session })
    },
  }
}

/**
 * Forgets products that none but undone lists have had. A version before this one did not keep what was noted before a
 * list: such a product is known by who brought it, and otherwise noted as it was.
 */
function forget(
  supplierId: string,
  noted: { readonly importId?: string; readonly leftWith: string | null },
  ofUndone: readonly EarlierNote[],
  undone: UndoneLists,
) {
  return ofUndone.flatMap(({ productIds, importId, leftWith }) => {
    const filter = { supplierId, productId: { $in: [...productIds] }, ...noted }
    return [
      { deleteMany: { filter: { ...filter, addedBy: { $in: [...undone.keys()] } } } },
      { updateMany: { filter, update: { $set: { importId, leftWith } } } },
    ]
  })
}

/** A product as this import has noted it: no newer list has had it since, or was found to be without it. */
function asNoted(importId: string) {
  return { importId, leftWith: null }
}

/** What sets these fields, and removes those that are null; null when there are none. */
function changeOf(fields: { readonly gtin?: string | null; readonly gtinBy?: string | null }) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (given.length === 0) return null
  const [set, unset] = [given.filter(([, value]) => value !== null), given.filter(([, value]) => value === null)]
  return {
    ...(set.length > 0 && { $set: Object.fromEntries(set) as { gtin?: string; gtinBy?: string } }),
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map(([name]) => [name, true as const])) }),
  }
}
