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
import { LongChange } from './long-change.ts'
import { own } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import type { Selection } from './selection.ts'
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
  prepare: (statement: Document, at: number) => (writer: Writer) => LongOperation | void,
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
    const settled = (run: () => boolean | LongOperation | void): boolean | LongOperation => {
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
      takePiece() {
        const rest = settled(() => result.takePiece())
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
  prepare: (statement: Document, at: number) => (writer: Writer) => LongOperation | void,
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

/** A transaction changes so many documents in one step: it may wait for a lock, with nothing changed or fixed yet. */
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
 * Makes the modification, or returns what makes it in pieces where many documents have to be looked at, or changed. One of
 * many documents that may be repeated counts what it has done by statement, and is made at once: no driver repeats such.
 * @param note called with each document that matched, before and after; none is before one that was inserted
 */
export function modify(
  modification: Modification,
  collection: Collection,
  writer: Writer,
  context: Context,
  note: (change: Change) => void,
): LongOperation | undefined {
  const { filter, update, limit } = modification
  const { store, transaction, retry } = context
  const isForOne = limit === 1
  const after = (before: Entry): Entry | undefined => update && changed(before, update)
  const select = (): Selection => store.selection(collection, filter, transaction, limit)
  const changeFound = (found: readonly Entry[]): void => {
    const results: Change[] = found.map((before) => ({ before, after: after(before) }))
    if (results.length === 0 && modification.isUpsert === true && update !== undefined)
      results.push({ before: undefined, after: upserted(collection, filter, update) })
    const changes = results.filter(({ before, after: result }) => before !== result)
    writer.write(collection, changes)
    // The snapshot stays open when all that the transaction has looked at is the one document that it holds now.
    if (changes.length !== 1 || filter.equalities.get('_id')?.length !== 1) transaction?.pin()
    for (const result of results) note(result)
  }
  const selection = select()
  const soon = (): Entry[] | undefined => selection.few() ?? (transaction && selection.further())
  const found = isForOne || retry === undefined ? soon() : selection.all()
  if (found === undefined || (retry === undefined && found.length > mostAtOnce)) {
    const otherwise = (): void => changeFound([])
    const changing = { store, writer, collection, filter, isForOne, select, after, note, otherwise }
    return new LongChange(found ?? selection, changing)
  }
  changeFound(found)
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
        return modify(modification, collection, writer, context, ({ before, after }) => {
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
        return modify({ filter, limit }, collection, writer, context, () => (reply.n += 1))
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
      reply['lastErrorObject'] = { n: 0, ...(!isRemoval && { updatedExisting: false }) }
      const note = ({ before, after }: Change): void => {
        const shown = showsNew ? after : before
        reply['value'] = shown === undefined ? null : decode(shown.bytes)
        reply['lastErrorObject'] = {
          n: 1,
          ...(!isRemoval && { updatedExisting: before !== undefined }),
          ...(before === undefined && { upserted: after!.field('_id') }),
        }
      }
      return modify(modification, collection, writer, context, note) ?? true
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
