import type { Database, Transaction } from '#platform/database/database'
import type { RowResult } from '../import.ts'
import { importGroupCollection } from './import-group-document.ts'

/** Of groups that are looked through: each has some hundred rows, and only one of them is kept. */
const READ_AT_ONCE = 5

/** A row that wrote a product, and when; null in a group of a version before this one. */
export interface WrittenRow {
  readonly row: RowResult
  readonly writtenAt: Date | null
}

/** An import that wrote a product. */
export interface WritingImport {
  readonly importId: string
  /** Whether its undo, if it had one, has left the product as it was. */
  readonly isKept: boolean
}

/** The rows that wrote a product, found by the product: for undos, and for what staff see of a product's past. */
export interface WrittenRowsRepository {
  /** The rows of a reading that wrote one of these products; only those that an undo has kept when `kept` says so. */
  rowsOf(
    tx: Transaction,
    of: { readonly importId: string; readonly run: number; readonly kept: boolean },
    productIds: readonly number[],
  ): Promise<readonly WrittenRow[]>
  /** Notes which products the undo of a group has kept. */
  keep(
    tx: Transaction,
    of: { readonly importId: string; readonly run: number; readonly firstLine: number },
    productIds: readonly number[],
  ): Promise<void>
  /** Notes that products which an undo has kept are so no more. */
  takeBack(tx: Transaction, importId: string, productIds: readonly number[]): Promise<void>
  /** What imports made of one product, the newest first. */
  writtenOf(productId: number, limit: number): Promise<readonly (WritingImport & { readonly row: RowResult })[]>
  /** The imports that created or changed one product, the newest first. */
  importsOf(productId: number, limit: number): Promise<readonly WritingImport[]>
}

export function createWrittenRowsRepository(database: Database): WrittenRowsRepository {
  const groups = importGroupCollection(database)

  return {
    async rowsOf({ session }, { importId, run, kept }, productIds) {
      const found = await groups.find({ importId, run, writtenIds: { $in: [...productIds] } }, { session }).toArray()
      const wanted = new Set(productIds)
      return found.flatMap(({ rows, keptIds = [], writtenAt = null }) => {
        const ids = kept ? new Set(keptIds.filter((id) => wanted.has(id))) : wanted
        return rows
          .filter(({ productId, mark }) => productId !== null && mark !== null && ids.has(productId))
          .map((row) => ({ row, writtenAt }))
      })
    },
    async keep({ session }, { importId, run, firstLine }, productIds) {
      const _id = `${importId}:${run}:${firstLine}`
      await groups.updateOne({ _id }, { $set: { keptIds: [...productIds] } }, { session })
    },
    async takeBack({ session }, importId, productIds) {
      const taken = new Set(productIds)
      const found = await groups
        .find({ importId, writtenIds: { $in: [...productIds] } }, { projection: { keptIds: 1 }, session })
        .toArray()
      for (const { _id, keptIds = [] } of found) {
        const left = keptIds.filter((id) => !taken.has(id))
        if (left.length < keptIds.length) await groups.updateOne({ _id }, { $set: { keptIds: left } }, { session })
      }
    },
    async writtenOf(productId, limit) {
      const found = groups.find({ writtenIds: productId }, { sort: { expiresAt: -1 }, limit, batchSize: READ_AT_ONCE })
      const written: (WritingImport & { readonly row: RowResult })[] = []
      for await (const { importId, rows, keptIds = [] } of found) {
        const row = rows.find((each) => each.productId === productId && each.mark !== null)
        if (row !== undefined) written.push({ importId, row, isKept: keptIds.includes(productId) })
      }
      return written
    },
    async importsOf(productId, limit) {
      const found = await groups
        .find({ writtenIds: productId }, { projection: { importId: 1, keptIds: 1 }, sort: { expiresAt: -1 }, limit })
        .toArray()
      return found.map(({ importId, keptIds = [] }) => ({ importId, isKept: keptIds.includes(productId) }))
    },
  }
}
