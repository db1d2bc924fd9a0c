import { setImmediate } from 'node:timers/promises'
import { code, CommandError, type Document, notImplemented, writeConflict } from './errors.ts'
import type { Cursors } from './cursors.ts'
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
  readonly connection: object
  readonly database: string
  readonly transaction: Transaction | undefined
  readonly session: string | undefined
  /** Set for a retryable write: where it goes on, and how its state gets into the batch that is about to be written. */
  readonly retry: { readonly progress: Progress; save(): void } | undefined
}

/** A command's answer: a document, or BSON bytes where the documents in it are passed on as they are stored. */
export type Reply = Document | Buffer

export interface Command {
  /** The fields it understands beside those that every command has. Any other is refused. */
  readonly fields: readonly string[]
  readonly inTransaction?: boolean
  run(command: Document, context: Context): Reply | Promise<Reply>
}

const common = new Set([
  '$db',
  '$clusterTime',
  '$readPreference',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'comment',
  'maxTimeMS',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
])

/** Throws 238 for an option that would change the answer and that this server does not know. */
export function assertFields(name: string, command: Document, known: readonly string[]): void {
  for (const field of Object.keys(command)) {
    if (field !== name && !common.has(field) && !known.includes(field))
      throw notImplemented(`option ${field} of ${name}`)
  }
}

export function documentAt(command: Document, field: string): Document {
  const value = command[field] ?? {}
  if (!isDocument(value)) throw new CommandError(code.typeMismatch, `${field} has to be a document`)
  return value
}

export function collectionOf(command: Document, name: string, { store, database }: Context): Collection | undefined {
  const collection = command[name]
  if (typeof collection !== 'string')
    throw new CommandError(code.invalidNamespace, `${name} needs the name of a collection`)
  return store.find(database, collection)
}

export function ensureCollection(command: Document, name: string, context: Context): Collection {
  return collectionOf(command, name, context) ?? context.store.ensure(context.database, command[name] as string)
}

/** How long an operation of a transaction waits for a lock when it can go on afterwards with a newer snapshot. */
const unpinnedWaitMs = 2_000
/** And when it cannot: then only an abort of the other one helps, and the wait mainly spaces out the repeats. */
const pinnedWaitMs = 20
/** Outside a transaction the client would not try again: wait as long as a transaction can live. */
const directWaitMs = 65_000
/** After this long a big batch lets other requests through. */
const turnMs = 20

/**
 * Runs the operations of a write command one after another. Each one is applied in a single synchronous step; one that
 * meets a lock waits and is tried again. Before every wait the finished part is written out with its retry record, and
 * the last part together with the complete answer. Resolves when all of it is durable.
 */
export async function runOperations(
  count: number,
  context: Context,
  run: (writer: Writer, at: number) => boolean,
): Promise<void> {
  const { transaction, store, retry } = context
  const writer = transaction ?? new DirectWriter(store)
  let turn = performance.now()
  for (let at = retry?.progress.operations ?? 0; at < count; at++) {
    const result = untilFree(context, () => run(writer, at))
    const goOn = result instanceof Promise ? await result : result
    if (retry !== undefined) retry.progress.operations = at + 1
    if (!goOn) break
    if (performance.now() - turn > turnMs && at + 1 < count) {
      retry?.save()
      await setImmediate()
      await store.disk.ready()
      turn = performance.now()
    }
  }
  if (retry !== undefined) {
    retry.progress.done = true
    retry.save()
  }
  if (transaction === undefined) await store.disk.durable()
}

/** Not an async function when nothing is in the way, so that a batch stays in one turn of the event loop. */
function untilFree(context: Context, run: () => boolean): boolean | Promise<boolean> {
  context.transaction?.begin()
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    return waitFor(error, context, run)
  }
}

async function waitFor(blocked: Blocked, context: Context, run: () => boolean): Promise<boolean> {
  const { store, transaction, retry } = context
  const deadline =
    performance.now() +
    (transaction === undefined ? directWaitMs : transaction.isPinned ? pinnedWaitMs : unpinnedWaitMs)
  retry?.save()
  for (let { holder } = blocked; ;) {
    const left = deadline - performance.now()
    if (left <= 0)
      throw transaction === undefined
        ? new CommandError(code.lockTimeout, 'a transaction held the document for too long')
        : writeConflict()
    if (transaction === undefined) {
      await endOf(holder, left)
    } else {
      if (transaction.wouldDeadlock(holder)) throw writeConflict()
      transaction.waitingFor = holder
      await endOf(holder, left)
      transaction.waitingFor = undefined
      if (transaction.state !== 'active') throw writeConflict()
      transaction.begin()
    }
    await store.disk.ready()
    try {
      return run()
    } catch (error) {
      if (!(error instanceof Blocked)) throw error
      holder = error.holder
    }
  }
}

async function endOf(holder: OpenTransaction, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([holder.ended, timeout])
  clearTimeout(timer)
}
