import { ObjectId } from 'bson'
import { assertStorable, decode, encode, readField, startsWithId } from './bson-bytes.ts'
import type { Collection } from './collection.ts'
import {
  assertFields,
  collectionOf,
  type Command,
  type Context,
  documentAt,
  documentsAt,
  ensureCollection,
  type LongOperation,
  runOperations,
} from './command.ts'
import { Entry } from './entry.ts'
import { badValue, code, CommandError, type Document } from './errors.ts'
import { ManyChanges } from './many-changes.ts'
import { own } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import type { Change, Writer } from './transaction.ts'
import { compileUpdate, type Update } from './update.ts'
import { equal, equalityKey, flagAt, typeOf, typeOrder } from './values.ts'

/** What `insert`, `update` and `delete` count while they run; for a retryable write it is stored with the writes. */
interface WriteReply extends Document {
  n: number
  ok: number
  nModified?: number
  upserted?: Document[]
  writeErrors?: Document[]
}

function startReply(context: Context, fields: Document): WriteReply {
  const reply = context.retry?.progress.reply ?? {}
  for (const [name, value] of Object.entries(fields)) reply[name] ??= value
  return reply as WriteReply
}

/**
 * A new document for a collection, with an `_id` where it has none.
 * @throws CommandError for one that cannot be stored
 */
export function newEntry(collection: Collection, document: Document): Entry {
  const { _id: id = new ObjectId(), ...rest } = document
  return entryOf(collection, encode({ _id: id, ...rest }))
}

function entryOf(collection: Collection, bytes: Buffer): Entry {
  assertStorable(bytes)
  const id = readField(bytes, '_id')
  if (typeOf(id) === typeOrder.array) throw badValue(`the '_id' field cannot be of this type`)
  return new Entry(collection.nextSequence(), bytes, equalityKey(id))
}

function immutableId(): CommandError {
  return new CommandError(code.immutableField, "the update would modify the immutable field '_id'")
}

/** The changed document, or the same entry when nothing changes. */
function changed(entry: Entry, update: Update): Entry {
  const document = decode(entry.bytes)
  update(document, false)
  const bytes = encode(document)
  if (bytes.equals(entry.bytes)) return entry
  assertStorable(bytes)
  if (!equal(own(document, '_id'), entry.field('_id'))) throw immutableId()
  return new Entry(entry.sequence, bytes, entry.idKey)
}

/** The new document of an upsert: the query's equalities, then the update. */
function upserted(collection: Collection, filter: Filter, update: Update): Entry {
  // A copy, because the update may write into documents of the query.
  const document = decode(encode(filter.upsertFields()))
  const id = own(document, '_id')
  update(document, true)
  if (id !== undefined && !equal(own(document, '_id'), id)) throw immutableId()
  return newEntry(collection, document)
}

/** The errors of a statement that are the answer to its whole command. */
const commandErrors: ReadonlySet<number> = new Set([
  code.notImplemented,
  code.writeConflict,
  code.noSuchTransaction,
  code.transactionCommitted,
])

/**
 * Runs the statements of a write command. `prepare` parses a statement and returns what runs it. A statement outside the
 * subset is refused before anything is written; another error of a statement goes to `note` in its turn; a conflict, a
 * wait for a lock or the end of the transaction goes to the caller.
 */
export async function runStatements(
  statements: readonly Document[],
  isOrdered: boolean,
  context: Context,
  note: (error: CommandError, at: number) => void,
  prepare: (statement: Document, at: number) => (writer: Writer) => ManyChanges | void,
): Promise<void> {
  const runs = statements.map((statement, at) => {
    try {
      return prepare(statement, at)
    } catch (error) {
      if (!(error instanceof CommandError) || error.code === code.notImplemented) throw error
      return () => {
        throw error
      }
    }
  })
  await runOperations(runs.length, context, (writer, at) => {
    const settled = (run: () => ManyChanges | void): boolean | ManyChanges => {
      try {
        return run() ?? true
      } catch (error) {
        if (!(error instanceof CommandError) || commandErrors.has(error.code)) throw error
        note(error, at)
        if (context.transaction === undefined) return !isOrdered
        context.transaction.abort()
        return false
      }
    }
    const result = settled(() => runs[at]!(writer))
    if (typeof result === 'boolean') return result
    const long: LongOperation = {
      select: () => result.select(),
      takePiece() {
        const rest = settled(() => (result.takePiece() ? undefined : result))
        return typeof rest === 'boolean' ? rest : long
      },
    }
    return long
  })
}

/** The same for the statements in a field of a command that writes to one collection. */
async function runField(
  command: Document,
  field: string,
  context: Context,
  reply: WriteReply,
  prepare: (statement: Document, at: number) => (writer: Writer) => ManyChanges | void,
): Promise<Document> {
  const note = (error: CommandError, index: number): void => {
    const writeError = { index, code: error.code, errmsg: error.message, ...error.fields }
    reply.writeErrors = [...(reply.writeErrors ?? []), writeError]
  }
  await runStatements(documentsAt(command, field), flagAt(command, 'ordered', true), context, note, prepare)
  return reply
}

const insert: Command = {
  fields: ['documents', 'ordered'],
  inTransaction: true,
  writes: true,
  run(command, context) {
    const reply = startReply(context, { n: 0, ok: 1 })
    return runField(command, 'documents', context, reply, (given) => {
      const bytes = Buffer.from(given as unknown as Uint8Array)
      return (writer) => {
        const collection = ensureCollection(command, 'insert', context)
        const entry = startsWithId(bytes) ? entryOf(collection, bytes) : newEntry(collection, decode(bytes))
        writer.write(collection, [{ before: undefined, after: entry }])
        reply.n += 1
      }
    })
  },
}

/** A transaction changes so many documents in one step: it may wait for a lock, with nothing changed yet. */
const mostAtOnce = 500

/** An update of the documents that match or, without an update, their removal. */
interface Modification {
  readonly filter: Filter
  readonly update?: Update
  readonly isUpsert?: boolean
  readonly limit: number
}

/**
 * An update as it is asked for.
 * @param limit how many documents it changes at most
 * @throws CommandError for one that is not understood
 */
export function parseUpdate(filter: Filter, update: unknown, isUpsert: boolean, limit: number): Modification {
  if (isUpsert) filter.upsertFields()
  return { filter, update: compileUpdate(update), isUpsert, limit }
}

/**
 * Makes the modification.
 * @returns each document that matched, before and after; none before it where it was inserted
 */
export function modify(
  modification: Modification,
  collection: Collection,
  writer: Writer,
  { store, transaction }: Context,
): Change[] {
  const { filter, limit } = modification
  return modifyFound(store.selection(collection, filter, transaction, limit).all(), modification, collection, writer)
}

function modifyFound(
  found: readonly Entry[],
  { filter, update, isUpsert }: Modification,
  collection: Collection,
  writer: Writer,
): Change[] {
  const results: Change[] = found.map((before) => ({ before, after: update && changed(before, update) }))
  if (results.length === 0 && isUpsert && update !== undefined)
    results.push({ before: undefined, after: upserted(collection, filter, update) })
  const changes = results.filter(({ before, after }) => before !== after)
  writer.write(collection, changes)
  // The snapshot stays open when all that the transaction has looked at is the one document that it holds now.
  if (changes.length !== 1 || filter.equalities.get('_id')?.length !== 1) writer.transaction?.pin()
  return results
}

/**
 * Makes the modification, or returns what makes it in pieces where many documents have to be looked at and it is not for
 * one of them. A write that may be repeated counts what it has done by statement, and no driver repeats such.
 * @param note called with each document that matched, before and after
 */
function modifyEach(
  modification: Modification,
  collection: Collection,
  writer: Writer,
  context: Context,
  note: (change: Change) => void,
): ManyChanges | undefined {
  const { filter, update, isUpsert, limit } = modification
  const { store, transaction, retry } = context
  const selection = store.selection(collection, filter, transaction, limit)
  const isForMany = limit === Infinity && isUpsert !== true && retry === undefined
  // What a transaction sees is selected at once.
  const found = isForMany && transaction === undefined ? selection.few() : selection.all()
  if (found === undefined || (isForMany && found.length > mostAtOnce)) {
    const after = (before: Entry): Entry | undefined => update && changed(before, update)
    return new ManyChanges(found ?? selection, { store, writer, collection, filter, after, note })
  }
  for (const change of modifyFound(found, modification, collection, writer)) note(change)
  return undefined
}

const update: Command = {
  fields: ['updates', 'ordered'],
  inTransaction: true,
  writes: true,
  run(command, context) {
    const reply = startReply(context, { n: 0, nModified: 0, ok: 1 })
    return runField(command, 'updates', context, reply, (statement, at) => {
      assertFields('q', statement, ['u', 'multi', 'upsert'])
      const limit = flagAt(statement, 'multi') ? Infinity : 1
      const filter = compileFilter(conditionOf(statement))
      const modification = parseUpdate(filter, statement['u'], flagAt(statement, 'upsert'), limit)
      return (writer) => {
        const collection = ensureCollection(command, 'update', context)
        return modifyEach(modification, collection, writer, context, ({ before, after }) => {
          reply.n += 1
          if (before === undefined)
            reply.upserted = [...(reply.upserted ?? []), { index: at, _id: after!.field('_id') }]
          else if (before !== after) reply.nModified! += 1
        })
      }
    })
  },
}

const remove: Command = {
  fields: ['deletes', 'ordered'],
  inTransaction: true,
  writes: true,
  run(command, context) {
    const reply = startReply(context, { n: 0, ok: 1 })
    return runField(command, 'deletes', context, reply, (statement) => {
      assertFields('q', statement, ['limit'])
      const limit = flagAt(statement, 'limit') ? 1 : Infinity
      const filter = compileFilter(conditionOf(statement))
      return (writer) => {
        const collection = collectionOf(command, 'delete', context)
        if (collection === undefined) return undefined
        return modifyEach({ filter, limit }, collection, writer, context, () => (reply.n += 1))
      }
    })
  },
}

const findAndModify: Command = {
  fields: ['query', 'update', 'remove', 'new', 'upsert'],
  inTransaction: true,
  writes: true,
  async run(command, context) {
    const filter = compileFilter(documentAt(command, 'query'))
    const isRemoval = flagAt(command, 'remove')
    const [isUpsert, showsNew] = [flagAt(command, 'upsert'), flagAt(command, 'new')]
    if (isRemoval && (command['update'] !== undefined || isUpsert || showsNew))
      throw new CommandError(code.failedToParse, 'findAndModify removes or updates; it cannot do both')
    const modification = isRemoval ? { filter, limit: 1 } : parseUpdate(filter, command['update'], isUpsert, 1)
    const reply = startReply(context, { lastErrorObject: {}, value: null, ok: 1 })
    await runOperations(1, context, (writer) => {
      const collection = ensureCollection(command, 'findAndModify', context)
      const [result] = modify(modification, collection, writer, context)
      const shown = showsNew ? result?.after : result?.before
      reply['value'] = shown === undefined ? null : decode(shown.bytes)
      reply['lastErrorObject'] = {
        n: result === undefined ? 0 : 1,
        ...(!isRemoval && { updatedExisting: result?.before !== undefined }),
        ...(result !== undefined && result.before === undefined && { upserted: result.after!.field('_id') }),
      }
      return true
    })
    return reply
  },
}

export const writeCommands: Readonly<Record<string, Command>> = { insert, update, delete: remove, findAndModify }

/** Without a condition a statement would be about every document. @throws CommandError when there is none */
function conditionOf(statement: Document): Document {
  if (statement['q'] === undefined) throw new CommandError(code.missingField, 'a statement needs its condition, q')
  return documentAt(statement, 'q')
}
