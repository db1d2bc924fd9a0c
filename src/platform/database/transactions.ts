import type { ClientSession, Connection, mongo } from 'mongoose'
import type { Logger } from '../log/logger.ts'
import { Overdue, within } from '../concurrency/within.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from './unavailable.ts'
import { createGroupWriter, type RowWrite, type WriteGroup, type WriteGuard } from './write-at-end.ts'

type Action = () => void | Promise<void>

/** A running transaction. Pass `session` to every read and write that belongs to it. */
export interface Transaction {
  readonly session: ClientSession
  /**
   * Runs `action` once, after the transaction is committed; never when it is aborted. Live listeners are called from here.
   * The transaction's caller waits for it. Its errors are logged and not thrown, because the write is committed.
   */
  onCommit(action: Action): void
  /** Runs `action` inside the transaction when its work is done, to write together what was gathered meanwhile. */
  beforeCommit(action: Action): void
  /**
   * Writes rows when the transaction's work is done, in one round trip with everything else that is written so; the
   * transaction's own reads do not see them. Nothing is cast: see `Database.collection`.
   * @param guard what fails the transaction
   */
  writeAtEnd<Row extends mongo.BSON.Document>(
    collection: mongo.Collection<Row>,
    writes: readonly RowWrite<Row>[],
    guard?: WriteGuard,
  ): void
}

/** See `Database.transaction`. */
export type RunTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

/** A buyer does not wait longer than this for other buyers of the same product. */
const TRANSACTION_MS = 15_000
/**
 * No server keeps a transaction for longer than a minute. One whose answer has not come by then was lost on the way, and
 * whatever waits behind it goes on.
 */
const LOST_MS = 75_000

/**
 * Runs transactions on a connection.
 * @param deps.wireVersion of the server: newer ones take the writes of several collections in one command
 * @param deps.lostMs after this time an answer was lost on the way (default 75,000)
 */
export function createTransactions(deps: {
  readonly connection: Connection
  readonly wireVersion: number
  readonly logger: Logger
  readonly lostMs: number | undefined
}): RunTransaction {
  const { connection, wireVersion, logger, lostMs = LOST_MS } = deps
  const writeGroups = createGroupWriter(connection.getClient(), wireVersion)

  async function runTransaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<{ result: Result; afterCommit: readonly Action[] }> {
    const deadline = performance.now() + TRANSACTION_MS
    let afterCommit: Action[] = []
    const session = await connection.startSession()
    try {
      // The driver runs it again after a conflict, with a growing pause of random length between the attempts.
      const result = await session.withTransaction(
        async () => {
          if (performance.now() > deadline)
            throw new DatabaseUnavailable(new Error('the transaction met conflicts for too long'))
          afterCommit = []
          const beforeCommit: Action[] = []
          const atEnd: WriteGroup[] = []
          const done = await work({
            session,
            onCommit: (action) => void afterCommit.push(action),
            beforeCommit: (action) => void beforeCommit.push(action),
            writeAtEnd: (collection, writes, guard) =>
              void atEnd.push({ collection, writes, ...guard } as unknown as WriteGroup),
          })
          for (const action of beforeCommit) await action()
          await writeGroups(session, atEnd)
          return done
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
      )
      return { result, afterCommit }
    } catch (error) {
      throw isDatabaseUnavailable(error) ? new DatabaseUnavailable(error) : error
    } finally {
      await session.endSession()
    }
  }

  async function followUp(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      try {
        await action()
      } catch (error) {
        logger.error({ err: error }, 'what had to follow a commit failed')
      }
    }
  }

  return async function transaction(work) {
    const running = runTransaction(work)
    try {
      const { result, afterCommit } = await within(lostMs, 'a transaction', running)
      await followUp(afterCommit)
      return result
    } catch (error) {
      if (!(error instanceof Overdue)) throw error
      // Its caller waits no longer. When it is committed after all, the other parts of the shop have to hear of it.
      running.then(
        ({ afterCommit }) => followUp(afterCommit),
        () => {},
      )
      throw new DatabaseUnavailable(error)
    }
  }
}
