import type { Database, Transaction } from '#platform/database/database'
import { readAll } from '#platform/database/read-all'
import { earlierNotes, gtinsOf, isNamed, isRenamed } from '../rules/earlier-notes.ts'
import type { EarlierNote, StandingNotes, UndoneLists } from '../rules/standing-notes.ts'
import {
  idOf,
  supplierProductCollection,
  type NotedBy,
  type SupplierProductDocument,
} from './supplier-product-document.ts'

interface UndoneBy extends NotedBy {
  /** All lists of the supplier that were undone. */
  readonly undone: UndoneLists
}

/** What imports note of a supplier's products, and how it is put back when they are undone. */
export interface SupplierNotesRepository {
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
  /** What is noted of the products that left with an import, as it was before they left. */
  listLeftWith(supplierId: string, importId: string): Promise<readonly EarlierNote[]>
  /**
   * Before the end of an undo: what none but this import has had is forgotten, which may be all of it. It is in no
   * transaction, because a commit of 100,000 products holds up everybody, and a repetition goes on with it.
   */
  forgetAdded(by: NotedBy): Promise<void>
  /**
   * After the undo of an import: what it added is forgotten, or only its EAN if a newer list has noted it since, and what
   * left with it is back.
   * @param returning what is to be noted of those that are back
   */
  revert(tx: Transaction, by: UndoneBy, returning: StandingNotes): Promise<void>
}

const NOTE = { _id: 0, productId: 1, gtin: 1, gtinBy: 1, importId: 1, leftWith: 1 } as const
type Note = Pick<SupplierProductDocument, 'productId' | 'gtin' | 'gtinBy' | 'importId' | 'leftWith'>
type Gtins = ReturnType<typeof gtinsOf>

export function createSupplierNotesRepository(database: Database): SupplierNotesRepository {
  const products = supplierProductCollection(database)

  return {
    async note(tx, by, noted) {
      if (noted.length === 0) return []
      const gtins = gtinsOf(noted)
      const before = await products
        .find(ofProducts(by.supplierId, [...gtins.keys()]), { projection: NOTE, session: tx.session })
        .toArray()
      await products.bulkWrite(noting(by, before, gtins), { session: tx.session, ordered: true })
      return earlierNotes(before, gtins)
    },
    async restore(tx, { supplierId, importId, undone }, { notes, ofUndone }) {
      const writes = [
        ...forget(supplierId, asNoted(importId), ofUndone, undone),
        ...notes.flatMap((note) => restoring({ supplierId, importId }, note)),
      ]
      if (writes.length > 0) await products.bulkWrite(writes, { session: tx.session, ordered: true })
    },
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
              filter: { ...ofProducts(supplierId, productIds), ...left },
              update: { $set: { importId: before, leftWith } },
            },
          })),
          { updateMany: { filter: { supplierId, ...left }, update: { $set: { leftWith: null } } } },
        ],
        { session, ordered: true },
      )
    },
  }
}

/** Nearly all are noted by the same EAN: one write for all of them costs less than reading them did. */
function noting({ supplierId, importId }: NotedBy, before: readonly Note[], gtins: Gtins) {
  const same = new Set(before.filter((note) => !isRenamed(note, gtins)).map(({ productId }) => productId))
  const named = [...same].filter((productId) => isNamed(productId, gtins))
  const unnamed = [...same].filter((productId) => !isNamed(productId, gtins))
  const others = [...gtins].filter(([productId]) => !same.has(productId))
  const noteAll = (productIds: readonly number[], set: Partial<SupplierProductDocument>) =>
    productIds.length === 0
      ? []
      : [{ updateMany: { filter: ofProducts(supplierId, productIds), update: { $set: set } } }]
  return [
    ...noteAll(named, { ...asNoted(importId), gtinBy: importId }),
    ...noteAll(unnamed, asNoted(importId)),
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
  ]
}

/** What puts back one note of some products, as long as no newer list has noted them since. */
function restoring({ supplierId, importId }: NotedBy, { productIds, gtin, gtinBy, ...place }: EarlierNote) {
  const those = ofProducts(supplierId, productIds)
  // Of what a version before this one noted, nobody knows who named the EAN: it goes with the rest.
  const byWhom = gtinBy === undefined ? asNoted(importId) : { gtinBy: importId }
  const ean = changeOf({ gtin, gtinBy })
  return [
    ...(ean === null ? [] : [{ updateMany: { filter: { ...those, ...byWhom }, update: ean } }]),
    { updateMany: { filter: { ...those, ...asNoted(importId) }, update: { $set: place } } },
  ]
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
    const filter = { ...ofProducts(supplierId, productIds), ...noted }
    return [
      { deleteMany: { filter: { ...filter, addedBy: { $in: [...undone.keys()] } } } },
      { updateMany: { filter, update: { $set: { importId, leftWith } } } },
    ]
  })
}

function ofProducts(supplierId: string, productIds: readonly number[]) {
  return { supplierId, productId: { $in: productIds } }
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
