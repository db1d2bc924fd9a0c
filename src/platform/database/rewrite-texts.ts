import type { Connection } from 'mongoose'
import { rewriteTexts } from '../personal-traces.ts'

/**
 * Rewrites every text in every document of a collection, ids excepted, and writes back what changed. For rare work in
 * the background, such as forgetting a person: it reads the whole collection, one document after the other.
 */
export async function rewriteCollection(connection: Connection, name: string, rewrite: (text: string) => string): Promise<void> {
  const collection = connection.collection(name)
  for await (const { _id, ...document } of collection.find({})) {
    const changed = Object.entries(document).flatMap(([field, value]: [string, unknown]) => {
      const rewritten = rewriteTexts(value, rewrite)
      return JSON.stringify(rewritten) === JSON.stringify(value) ? [] : [[field, rewritten] as const]
    })
    if (changed.length > 0) await collection.updateOne({ _id }, { $set: Object.fromEntries(changed) })
  }
}
