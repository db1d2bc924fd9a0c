import type { Binary } from 'bson'
import { badValue, code, CommandError, type Document } from './errors.ts'
import type { Store } from './store.ts'
import { Transaction } from './transaction.ts'

const transactionLifetime = 60_000
const sessionLifetime = 30 * 60_000

/** How far a retryable write has come. `reply` is the whole answer once `done` is true. */
export interface Progress {
  done: boolean
  /** Operations that are finished, and what they have answered so far. */
  operations: number
  reply: Document
}

interface Session {
  number: number
  usedAt: number
  transaction: Transaction | undefined
  connection: object | undefined
  progress: Progress | undefined
  running: Promise<Buffer> | undefined
}

function expired(what: string): CommandError {
  return new CommandError(code.noSuchTransaction, what, { labels: ['TransientTransactionError'] })
}

/**
 * What the server remembers by session: the open transaction, and the answer of the last retryable write. The latter is
 * stored in the same LMDB batch as the write, so that a retry after a crash does not write twice.
 */
export class Sessions {
  readonly #store: Store
  readonly #sessions = new Map<string, Session>()

  constructor(store: Store) {
    this.#store = store
    for (const { session, record } of store.disk.records()) {
      const progress = {
        done: record['done'] === true,
        operations: Number(record['operations']),
        reply: record['reply'] as Document,
      }
      this.#sessions.set(session, {
        number: Number(record['number']),
        usedAt: (record['at'] as Date).getTime(),
        progress,
        transaction: undefined,
        connection: undefined,
        running: undefined,
      })
    }
  }

  static key(lsid: unknown): string {
    const id = (lsid as { id?: Binary } | undefined)?.id
    if (id?._bsontype !== 'Binary' || id.length() !== 16) throw badValue('the id of an lsid is a UUID')
    return Buffer.from(id.value()).toString('hex')
  }

  #session(key: string, number: number): Session {
    let session = this.#sessions.get(key)
    if (session === undefined) {
      session = {
        number: -1,
        usedAt: Date.now(),
        transaction: undefined,
        connection: undefined,
        progress: undefined,
        running: undefined,
      }
      this.#sessions.set(key, session)
    }
    if (number < session.number)
      throw new CommandError(code.transactionTooOld, `txnNumber ${number} is older than ${session.number}`)
    if (number > session.number) {
      session.transaction?.abort()
      Object.assign(session, { number, transaction: undefined, progress: undefined, running: undefined })
    }
    session.usedAt = Date.now()
    return session
  }

  /** The transaction that a command belongs to. Throws 251 when it does not exist (any more). */
  transaction(key: string, number: number, starts: boolean, connection: object): Transaction {
    const session = this.#session(key, number)
    if (starts) {
      if (session.transaction !== undefined) session.transaction.abort()
      session.transaction = new Transaction(this.#store)
    }
    const { transaction } = session
    if (transaction === undefined || transaction.state === 'aborted')
      throw expired(`Transaction ${number} has been aborted or never began`)
    if (transaction.state === 'committed')
      throw new CommandError(code.transactionCommitted, `Transaction ${number} has been committed`)
    session.connection = connection
    return transaction
  }

  /** Commits and answers whether it was this call or an earlier one that did it. */
  commit(key: string, number: number): void {
    const session = this.#session(key, number)
    if (session.transaction?.state === 'committed' || session.progress?.reply['committed'] === true) return
    if (session.transaction?.state !== 'active') throw expired(`Transaction ${number} has been aborted or never began`)
    const { hasWrites } = session.transaction
    session.transaction.commit()
    session.progress = { done: true, operations: 0, reply: { committed: true } }
    if (hasWrites) this.save(key, number, session.progress)
  }

  abort(key: string, number: number): void {
    const session = this.#session(key, number)
    if (session.transaction?.state === 'committed')
      throw new CommandError(code.transactionCommitted, `Transaction ${number} has been committed`)
    if (session.transaction?.state !== 'active') throw expired(`Transaction ${number} has been aborted or never began`)
    session.transaction.abort()
  }

  /** Runs a retryable write once: a repeat, also one that overtakes its original, gets the original's answer. */
  once(
    key: string,
    number: number,
    run: (progress: Progress) => Promise<Buffer>,
    stored: (reply: Document) => Buffer,
  ): Promise<Buffer> {
    const session = this.#session(key, number)
    if (session.running !== undefined) return session.running
    if (session.progress?.done === true) return Promise.resolve(stored(session.progress.reply))
    session.progress ??= { done: false, operations: 0, reply: {} }
    session.running = run(session.progress)
    session.running.catch(() => {
      session.running = undefined
    })
    return session.running
  }

  save(key: string, number: number, { done, operations, reply }: Progress): void {
    this.#store.disk.writeRecord(key, { number, done, operations, reply, at: new Date() })
  }

  end(keys: readonly string[]): void {
    for (const key of keys) {
      const session = this.#sessions.get(key)
      session?.transaction?.abort()
      if (session?.progress !== undefined) this.#store.disk.writeRecord(key, undefined)
      this.#sessions.delete(key)
    }
  }

  /** A closed socket takes the transactions that it carried with it. */
  connectionClosed(connection: object): void {
    for (const session of this.#sessions.values()) if (session.connection === connection) session.transaction?.abort()
  }

  /** Ends transactions after 60 seconds and forgets sessions after 30 minutes. */
  sweep(now = Date.now()): void {
    for (const { transaction } of this.#sessions.values()) {
      if (transaction !== undefined && now - transaction.startedAt > transactionLifetime) transaction.abort()
    }
    this.end([...this.#sessions].filter(([, session]) => now - session.usedAt > sessionLifetime).map(([key]) => key))
  }
}
