import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Collection } from './collection.ts'
import type { Expiring } from './expiring.ts'
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
    for (const expiring of collection.expiring()) await removeFrom(collection, expiring)
  }

  async function removeFrom(collection: Collection, expiring: Expiring): Promise<void> {
    const isOver = (): boolean =>
      !store.disk.isUsable || store.find(collection.database, collection.name) !== collection
    if (isOver()) return
    for (const before of expiring.expired(now)) {
      if (before !== undefined) removeUnlessHeld(() => writer.write(collection, [{ before, after: undefined }]))
      if (performance.now() < endOfPiece) continue
      await endOfTurn()
      await store.disk.ready()
      if (isOver()) return
      endOfPiece = performance.now() + pieceMs
    }
  }
}

function removeUnlessHeld(remove: () => void): void {
  try {
    remove()
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
  }
}
