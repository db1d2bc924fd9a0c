import type { Binary } from 'bson'
import { badValue, code, CommandError, type Document } from './errors.ts'
import type { Store } from './store.ts'
import { Transaction, transactionGone } from './transaction.ts'

const transactionLifetimeMs = 60_000
const sessionLifetimeMs = 30 * 60_000

/** How far a retryable write has come. `reply` is the whole answer once `done` is true. */
export interface Progress {
  done: boolean
  /** The number of operations that are finished; `reply` counts what they did. */
  operations: number
  reply: Document
}

interface Session {
  number: number
  /** By the process's own time, which no clock that is set moves. */
  usedAt: number
  transaction?: Transaction | undefined
  connection?: object
  progress?: Progress | undefined
  running?: Promise<Buffer> | undefined
}

/** The key of a driver's session. Throws `badValue` for anything but a UUID. */
export function sessionKey(lsid: unknown): string {
  const id = (lsid as { id?: Binary } | undefined)?.id
  if (id?._bsontype !== 'Binary' || id.length() !== 16) throw badValue('the id of an lsid is a UUID')
  return Buffer.from(id.value()).toString('hex')
}

/**
 * What the server remembers by session: the open transaction, and the answer of the last retryable write. The answer is
 * stored in the same LMDB batch as the write, so that a retry after a crash does not write twice.
 */
export class Sessions {
  readonly #store: Store
  readonly #sessions = new Map<string, Session>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Takes in the answers that are on the disk, whose file must be open. */
  load(): void {
    for (const { session, record } of this.#store.disk.records()) {
      const { number, at, ...progress } = record as Progress & { number: number; at: Date } & Document
      const idleMs = Math.max(0, Date.now() - at.getTime())
      this.#sessions.set(session, { number, usedAt: performance.now() - idleMs, progress })
    }
  }

  /** The state of a session at a transaction number. A newer number aborts and forgets what the older one did. */
  #at(key: string, number: number): Session {
    let session = this.#sessions.get(key)
    if (session !== undefined && number < session.number)
      throw new CommandError(code.transactionTooOld, `txnNumber ${number} is older than ${session.number}`)
    if (session === undefined || number > session.number) {
      session?.transaction?.abort()
      session = { number, usedAt: 0 }
      this.#sessions.set(key, session)
    }
    session.usedAt = performance.now()
    return session
  }

  /**
   * The transaction that a command belongs to. Throws `noSuchTransaction` or `transactionCommitted` when it has ended.
   */
  transaction(key: string, number: number, starts: boolean, connection: object): Transaction {
    const session = this.#at(key, number)
    if (starts) {
      session.transaction?.abort()
      session.transaction = new Transaction(this.#store)
    }
    session.connection = connection
    return active(session)
  }

  /** Commits once. A repeat does nothing, also after a restart. */
  commit(key: string, number: number): void {
    const session = this.#at(key, number)
    if (session.transaction?.state === 'committed' || session.progress?.reply['committed'] === true) return
    const transaction = active(session)
    const { hasWrites } = transaction
    transaction.commit()
    session.progress = { done: true, operations: 0, reply: { committed: true } }
    if (hasWrites) this.#save(key, number, session.progress)
  }

  abort(key: string, number: number): void {
    active(this.#at(key, number)).abort()
  }

  /** Runs a retryable write once: a repeat gets the answer of the original, even while that one still runs. */
  once(
    key: string,
    number: number,
    run: (retry: { progress: Progress; save(): void }) => Promise<Buffer>,
    encodeStored: (reply: Document) => Buffer,
  ): Promise<Buffer> {
    const session = this.#at(key, number)
    if (session.running !== undefined) return session.running
    if (session.progress?.done === true) return Promise.resolve(encodeStored(session.progress.reply))
    const progress = (session.progress ??= { done: false, operations: 0, reply: {} })
    session.running = run({ progress, save: () => this.#save(key, number, progress) })
    session.running.catch(() => (session.running = undefined))
    return session.running
  }

  #save(key: string, number: number, progress: Progress): void {
    this.#store.disk.writeRecord(key, { number, ...progress, at: new Date() })
  }

  end(keys: readonly string[]): void {
    for (const key of keys) {
      const session = this.#sessions.get(key)
      session?.transaction?.abort()
      if (session?.progress !== undefined && this.#store.disk.isUsable) this.#store.disk.writeRecord(key, undefined)
      this.#sessions.delete(key)
    }
  }

  /** Aborts the transactions that a closed connection carried. */
  connectionClosed(connection: object): void {
    for (const session of this.#sessions.values()) if (session.connection === connection) session.transaction?.abort()
  }

  /** Aborts transactions after 60 seconds and forgets sessions after 30 minutes. */
  sweep(now = performance.now()): void {
    for (const { transaction } of this.#sessions.values())
      if (transaction !== undefined && now - transaction.startedAt > transactionLifetimeMs) transaction.abort()
    this.end([...this.#sessions].filter(([, { usedAt }]) => now - usedAt > sessionLifetimeMs).map(([key]) => key))
  }
}

function active({ transaction }: Session): Transaction {
  if (transaction === undefined) throw transactionGone()
  transaction.assertActive()
  return transaction
}
