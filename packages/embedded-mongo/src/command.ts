import { code, CommandError, type Document, notImplemented, writeConflict } from './errors.ts'
import type { Cursors } from './cursors.ts'
import { Unbuilt } from './pieces.ts'
import type { Progress, Sessions } from './sessions.ts'
import type { Collection, OpenTransaction } from './collection.ts'
import type { Store } from './store.ts'
import { Blocked, DirectWriter, type Transaction, type Writer } from './transaction.ts'
import { isDocument } from './values.ts'

/** What a command runs in. */
export interface Context {
  readonly store: Store
  readonly sessions: Sessions
  readonly cursors: Cursors
  readonly database: string
  /** Whether a write is answered when it is on the disk. Otherwise it is answered at once and gets there soon after. */
  readonly waitsForDisk: boolean
  readonly transaction?: Transaction
  /** Set for a retryable write: where it goes on, and how its state gets into the batch that is about to be written. */
  readonly retry?: { readonly progress: Progress; save(): void }
}

/** A command's answer: a document, or BSON bytes where the documents in it are passed on as they are stored. */
export type Reply = Document | Buffer

/** A command of the protocol: what it may say, and what runs it. */
export interface Command {
  /** The fields it understands beside those that every command has. Any other is refused. */
  readonly fields: readonly string[]
  /** Whether it may be a part of a transaction. */
  readonly inTransaction?: boolean
  /** Refused while the disk takes no writes. */
  readonly writes?: boolean
  /** About what sessions have done, which a start knows when it has read everything. */
  readonly asksSessions?: boolean
  run(command: Document, context: Context): Reply | Promise<Reply>
}

const common = new Set([
  '$db',
  '$readPreference',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
])

/** Throws `notImplemented` for an option that would change the answer and that this server does not know. */
export function assertFields(name: string, command: Document, known: readonly string[]): void {
  for (const field of Object.keys(command)) {
    if (field !== name && !common.has(field) && !known.includes(field))
      throw notImplemented(`option ${field} of ${name}`)
  }
}

/** The document that a command has in this field; an empty one where it has none. @throws CommandError */
export function documentAt(command: Document, field: string): Document {
  const value = command[field] ?? {}
  if (!isDocument(value)) throw new CommandError(code.typeMismatch, `${field} has to be a document`)
  return value
}

/** The documents that a command has in this field. @throws CommandError when they are none, or missing */
export function documentsAt(command: Document, field: string): Document[] {
  const values = command[field]
  if (!Array.isArray(values) || !values.every(isDocument))
    throw new CommandError(code.typeMismatch, `${field} has to be an array of documents`)
  return values
}

/** The collection that a command names; undefined when it does not exist. @throws CommandError when it names none */
export function collectionOf(command: Document, name: string, { store, database }: Context): Collection | undefined {
  const collection = command[name]
  if (typeof collection !== 'string')
    throw new CommandError(code.invalidNamespace, `${name} needs the name of a collection`)
  return store.find(database, collection)
}

/** The collection that a command writes to, made when it does not exist. */
export function ensureCollection(command: Document, name: string, context: Context): Collection {
  return collectionOf(command, name, context) ?? context.store.ensure(context.database, command[name] as string)
}

/** An operation that is too long for a single step. */
export interface LongOperation {
  /** Takes a piece. Returns whether to go on with the next operation, or itself when there is more to do. */
  takePiece(): boolean | LongOperation
}

/** What is in the way of an operation: a lock, or what has to be built first. */
class Obstacle {
  readonly what: OpenTransaction | Unbuilt

  constructor(what: OpenTransaction | Unbuilt) {
    this.what = what
  }
}

/** How long an operation of a transaction waits for a lock when it can go on afterwards with a newer snapshot. */
const unpinnedWaitMs = 2_000
/** How long when it cannot: only an abort of the other transaction helps, and the wait spaces out the repeats. */
const pinnedWaitMs = 20
/** Outside a transaction the client would not try again, so that a write waits as long as a transaction can live. */
const directWaitMs = 65_000
/** After this long a big batch lets other requests through. */
const uninterruptedMs = 20

/**
 * Runs the operations of a write command one after another. Each one is applied in a single synchronous step, or in pieces
 * where it is about many documents; one that meets a lock, or an index that is not built yet, waits and is tried again. Before
 * every wait the finished part is written out with its retry record, and the last part together with the complete answer.
 * `run` returns false to stop. Resolves when all of it is durable, if the command waits for that.
 * @throws CommandError `noSuchTransaction` when the command's transaction is aborted meanwhile
 */
export async function runOperations(
  count: number,
  context: Context,
  run: (writer: Writer, at: number) => boolean | LongOperation,
): Promise<void> {
  const { transaction, store, retry, waitsForDisk } = context
  const writer = transaction ?? new DirectWriter(store)
  let startedAt = performance.now()
  for (let at = retry?.progress.operations ?? 0; at < count; at++) {
    // It may have been aborted while others were let through.
    transaction?.assertActive()
    transaction?.begin()
    const attempt = (): boolean | LongOperation | Obstacle => runUnlessBlocked(() => run(writer, at))
    let result = attempt()
    if (result instanceof Obstacle) result = await waitAndRetry(result, context, attempt)
    if (typeof result === 'object') result = await runInPieces(result, context)
    if (retry !== undefined) retry.progress.operations = at + 1
    if (!result) break
    if (performance.now() - startedAt > uninterruptedMs && at + 1 < count) {
      retry?.save()
      await store.turn()
      startedAt = performance.now()
    }
  }
  if (retry !== undefined) {
    retry.progress.done = true
    retry.save()
  }
  if (transaction === undefined && waitsForDisk) await store.disk.durable()
}

async function runInPieces(operation: LongOperation, context: Context): Promise<boolean> {
  const { transaction, store, retry } = context
  const attempt = (): boolean | LongOperation | Obstacle => runUnlessBlocked(() => operation.takePiece())
  retry?.save()
  for (;;) {
    let result = attempt()
    if (result instanceof Obstacle) result = await waitAndRetry(result, context, attempt)
    if (typeof result === 'boolean') return result
    await store.turn()
    transaction?.assertActive()
  }
}

/** What `run` returns, or what is in its way. */
function runUnlessBlocked<Result>(run: () => Result): Result | Obstacle {
  try {
    return run()
  } catch (error) {
    if (error instanceof Unbuilt) return new Obstacle(error)
    if (error instanceof Blocked) return new Obstacle(error.holder)
    throw error
  }
}

async function waitAndRetry<Result>(
  obstacle: Obstacle,
  { store, transaction, retry }: Context,
  attempt: () => Result | Obstacle,
): Promise<Result> {
  const waitMs = transaction === undefined ? directWaitMs : transaction.isPinned ? pinnedWaitMs : unpinnedWaitMs
  const deadline = performance.now() + waitMs
  retry?.save()
  let result: Result | Obstacle = obstacle
  while (result instanceof Obstacle) {
    const { what } = result
    if (what instanceof Unbuilt) {
      await store.build(what)
      result = attempt()
      continue
    }
    // Its end has passed: to wait for it would take no time, over and over, and nobody else would be answered.
    if (what.state !== 'active') throw new Error('a transaction that has ended still holds a lock')
    const leftMs = deadline - performance.now()
    if (leftMs <= 0 && transaction === undefined)
      throw new CommandError(code.lockTimeout, 'a transaction held the document for too long')
    if (leftMs <= 0 || transaction?.wouldDeadlock(what) === true) throw writeConflict()
    if (transaction !== undefined) transaction.waitingFor = what
    await endOf(what, leftMs)
    if (transaction !== undefined) transaction.waitingFor = undefined
    await store.disk.ready()
    store.disk.assertHealthy()
    transaction?.assertActive()
    result = attempt()
  }
  return result
}

async function endOf(holder: OpenTransaction, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([holder.ended, timeout])
  clearTimeout(timer)
}
