import type { Database } from './database.ts'

/** A document as it is stored, without its id. */
export type StoredDocument = Readonly<Record<string, unknown>>

/**
 * Rewrites the documents of a collection and writes back the fields that changed. What changes is read and written in
 * one transaction, so that nothing is lost that others write meanwhile. For rare work in the background, such as
 * forgetting a person: it reads the whole collection, one document after the other.
 * @param rewrite must answer the same document for one that it has rewritten before
 */
export async function rewriteCollection(
  database: Database,
  name: string,
  rewrite: (document: StoredDocument) => StoredDocument,
): Promise<void> {
  const collection = database.connection.collection(name)
  for await (const { _id, ...document } of collection.find({})) {
    if (changesOf(document, rewrite(document)) === null) continue
    await database.transaction(async ({ session }) => {
      const now = await collection.findOne({ _id }, { session })
      if (now === null) return
      const { _id: _same, ...latest } = now
      const changes = changesOf(latest, rewrite(latest))
      if (changes !== null) await collection.updateOne({ _id }, { $set: changes }, { session })
    })
  }
}

/** The fields that differ; null when none does. */
function changesOf(before: StoredDocument, after: StoredDocument): StoredDocument | null {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  )
  return changed.length === 0 ? null : Object.fromEntries(changed)
}
