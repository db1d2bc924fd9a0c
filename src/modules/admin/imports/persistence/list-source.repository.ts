import type { Database, Transaction } from '#platform/database/database'
import type { ListSource, SeenFile, SourceSettings } from '../fetching/list-source.ts'

interface SourceDocument extends Omit<ListSource, 'supplierId'> {
  /** The supplier's id. */
  _id: string
  /** The fetch that was begun last. */
  latestFetch?: string
}

/** Where suppliers' lists are fetched. */
export interface ListSourceRepository {
  find(supplierId: string, tx?: Transaction): Promise<ListSource | null>
  list(): Promise<readonly ListSource[]>
  save(
    tx: Transaction,
    supplierId: string,
    source: SourceSettings & Pick<ListSource, 'sealedSecret' | 'seen'>,
  ): Promise<void>
  /** Notes which fetch is begun, so that of two that are begun at the same time the second one sees the first. */
  noteFetch(tx: Transaction, supplierId: string, fetchId: string): Promise<void>
  /** Stores what came from an address, unless the source has another one by now. */
  remember(tx: Transaction, source: Pick<ListSource, 'supplierId' | 'url'>, seen: SeenFile): Promise<void>
  /** Stores a secret that was sealed anew, unless it was changed meanwhile. */
  reseal(supplierId: string, sealed: { readonly before: string; readonly after: string }): Promise<void>
  remove(tx: Transaction, supplierId: string): Promise<void>
}

function toSource({ _id: supplierId, latestFetch: _latestFetch, ...rest }: SourceDocument): ListSource {
  return { supplierId, ...rest }
}

export function createListSourceRepository(database: Database): ListSourceRepository {
  const sources = database.collection<SourceDocument>('list_sources')
  return {
    async find(supplierId, tx) {
      const found = await sources.findOne({ _id: supplierId }, { ...(tx && { session: tx.session }) })
      return found === null ? null : toSource(found)
    },
    async list() {
      return (await sources.find({}).toArray()).map(toSource)
    },
    async save(tx, supplierId, source) {
      await sources.updateOne({ _id: supplierId }, { $set: { ...source } }, { upsert: true, session: tx.session })
    },
    async noteFetch(tx, supplierId, latestFetch) {
      await sources.updateOne({ _id: supplierId }, { $set: { latestFetch } }, { session: tx.session })
    },
    async remember(tx, { supplierId, url }, seen) {
      await sources.updateOne({ _id: supplierId, url }, { $set: { seen } }, { session: tx.session })
    },
    async reseal(supplierId, { before, after }) {
      await sources.updateOne({ _id: supplierId, sealedSecret: before }, { $set: { sealedSecret: after } })
    },
    async remove(tx, supplierId) {
      await sources.deleteOne({ _id: supplierId }, { session: tx.session })
    },
  }
}
