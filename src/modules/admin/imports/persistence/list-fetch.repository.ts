import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import { DAY_MS } from '#platform/time/durations'
import { FETCHES_KEPT_DAYS, FETCHES_SHOWN, type FetchState, type ListFetch } from '../fetching/list-source.ts'

interface FetchDocument extends Omit<ListFetch, 'id'> {
  _id: string
  /** When the database deletes it. */
  expiresAt: Date
}

const INDEXES: readonly IndexDescription[] = [
  { key: { supplierId: 1, startedAt: -1 }, name: 'fetches_of_supplier' },
  { key: { importId: 1 }, name: 'fetch_of_import', sparse: true },
  { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
]
const KEPT_MS = FETCHES_KEPT_DAYS * DAY_MS

/** When suppliers' lists were fetched, and what came of it. */
export interface ListFetchRepository {
  insert(tx: Transaction, fetch: ListFetch): Promise<void>
  find(id: string): Promise<ListFetch | null>
  findByImport(importId: string): Promise<ListFetch | null>
  /** Of a supplier, the newest first. */
  list(supplierId: string): Promise<readonly ListFetch[]>
  latest(supplierId: string, tx?: Transaction): Promise<ListFetch | null>
  /** Changes a fetch that is in one of these states; null when it no longer is. */
  move(
    tx: Transaction | null,
    id: string,
    from: readonly FetchState[],
    set: Partial<Omit<ListFetch, 'id'>>,
  ): Promise<ListFetch | null>
  /** Notes that its mails are written; false when they were before. */
  noteMailed(tx: Transaction, id: string, at: Date): Promise<boolean>
  removeOfSupplier(tx: Transaction, supplierId: string): Promise<void>
}

function toFetch({ _id: id, expiresAt: _expiresAt, ...rest }: FetchDocument): ListFetch {
  return { id, ...rest }
}

export function createListFetchRepository(database: Database): ListFetchRepository {
  const fetches = database.collection<FetchDocument>('list_fetches', INDEXES)

  async function listOf(supplierId: string, limit: number, tx?: Transaction): Promise<readonly ListFetch[]> {
    const options = { sort: { startedAt: -1 }, limit, ...(tx && { session: tx.session }) } as const
    return (await fetches.find({ supplierId }, options).toArray()).map(toFetch)
  }

  return {
    async insert(tx, { id, ...fetch }) {
      const expiresAt = new Date(fetch.startedAt.getTime() + KEPT_MS)
      await fetches.insertOne({ _id: id, ...fetch, expiresAt }, { session: tx.session })
    },
    async find(id) {
      const found = await fetches.findOne({ _id: id })
      return found === null ? null : toFetch(found)
    },
    async findByImport(importId) {
      const found = await fetches.findOne({ importId })
      return found === null ? null : toFetch(found)
    },
    list: (supplierId) => listOf(supplierId, FETCHES_SHOWN),
    latest: async (supplierId, tx) => (await listOf(supplierId, 1, tx))[0] ?? null,
    async move(tx, id, from, set) {
      const moved = await fetches.findOneAndUpdate(
        { _id: id, state: { $in: [...from] } },
        { $set: { ...set } },
        { returnDocument: 'after', ...(tx && { session: tx.session }) },
      )
      return moved === null ? null : toFetch(moved)
    },
    async noteMailed(tx, id, at) {
      const result = await fetches.updateOne(
        { _id: id, mailedAt: null },
        { $set: { mailedAt: at } },
        { session: tx.session },
      )
      return result.matchedCount === 1
    },
    async removeOfSupplier(tx, supplierId) {
      await fetches.deleteMany({ supplierId }, { session: tx.session })
    },
  }
}
