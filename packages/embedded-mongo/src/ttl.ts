import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Collection } from './collection.ts'
import type { IndexSpec } from './index-spec.ts'
import { compileFilter, type Filter } from './query.ts'
import type { Store } from './store.ts'
import { Blocked, DirectWriter } from './transaction.ts'

/** After this long others have their turn: to look at 200,000 documents takes half a second. */
const pieceMs = 5

/**
 * Removes what the TTL indexes say has expired, in pieces, between which other commands are answered. A document that a
 * transaction holds waits for the next time. Ends early when the disk cannot be used any more.
 */
export async function removeExpired(store: Store, now = Date.now()): Promise<void> {
  const writer = new DirectWriter(store)
  let endOfPiece = performance.now() + pieceMs
  for (const collection of store.all()) {
    for (const filter of expiries(collection, now)) await removeMatching(collection, filter)
  }

  async function removeMatching(collection: Collection, filter: Filter): Promise<void> {
    const isOver = (): boolean =>
      !store.disk.isUsable || store.find(collection.database, collection.name) !== collection
    if (isOver()) return
    // Each document is as it is now: what is changed or removed between two pieces is met in its new state, or not at all.
    for (const before of collection.documents.byId.values()) {
      if (filter.matches(before)) removeUnlessHeld(() => writer.write(collection, [{ before, after: undefined }]))
      if (performance.now() < endOfPiece) continue
      await endOfTurn()
      await store.disk.ready()
      if (isOver()) return
      endOfPiece = performance.now() + pieceMs
    }
  }
}

function expiries({ specs }: Collection, now: number): Filter[] {
  return specs.flatMap(({ key, expireAfterSeconds, partialFilterExpression }: IndexSpec) => {
    if (expireAfterSeconds === undefined) return []
    const expired = { [Object.keys(key)[0]!]: { $lte: new Date(now - expireAfterSeconds * 1000) } }
    return [compileFilter({ $and: [expired, partialFilterExpression ?? {}] })]
  })
}

function removeUnlessHeld(remove: () => void): void {
  try {
    remove()
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
  }
}
