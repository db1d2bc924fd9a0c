import { createDeferred } from '#platform/concurrency/deferred'
import type { Database, Transaction } from '#platform/database/database'

/** A transaction that is committed. */
export interface Committed<Result> {
  /** What its work returned. */
  readonly result: Result
  /** Lets the listeners of its events run; resolves when they have. */
  announce(): Promise<void>
}

/**
 * Runs a transaction and resolves at its commit, while the listeners of its events wait until it is announced: so the
 * next transaction begins before they are done.
 * @param work runs again when the transaction does
 */
export async function commitThenAnnounce<Result>(
  database: Pick<Database, 'transaction'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Committed<Result>> {
  const committed = createDeferred<Result>()
  const mayListen = createDeferred<void>()
  const announced = database.transaction(async (tx) => {
    let result!: Result
    // Registered before anything publishes: the listeners wait for the promise that it returns.
    tx.onCommit(() => {
      committed.resolve(result)
      return mayListen.promise
    })
    result = await work(tx)
  })
  announced.catch(committed.reject)
  return {
    result: await committed.promise,
    announce() {
      mayListen.resolve()
      return announced
    },
  }
}
