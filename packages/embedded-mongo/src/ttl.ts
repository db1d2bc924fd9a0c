import { compileFilter } from './query.ts'
import type { Store } from './store.ts'
import { Blocked, DirectWriter } from './transaction.ts'

const batch = 5000

/** Removes what the TTL indexes say has expired. A document that a transaction holds waits for the next time. */
export function removeExpired(store: Store, now = Date.now()): number {
  const writer = new DirectWriter(store)
  let removed = 0
  for (const collection of store.databases.flatMap((database) => store.collections(database))) {
    for (const { key, expireAfterSeconds, partialFilterExpression: partial } of collection.specs) {
      if (expireAfterSeconds === undefined) continue
      const path = Object.keys(key)[0]!
      const filter = compileFilter({
        $and: [{ [path]: { $lte: new Date(now - expireAfterSeconds * 1000) } }, partial ?? {}],
      })
      for (const before of store.select(collection, filter, undefined, batch)) {
        try {
          writer.write(collection, [{ before, after: undefined }])
          removed += 1
        } catch (error) {
          if (!(error instanceof Blocked)) throw error
        }
      }
    }
  }
  return removed
}
