import { ObjectId } from 'bson'
import { assertStorable, decode, encode, readField, startsWithId } from './bson-bytes.ts'
import type { Collection } from './collection.ts'
import {
  assertFields,
  collectionOf,
  type Command,
  type Context,
  documentAt,
  ensureCollection,
  runOperations,
} from './command.ts'
import { Entry } from './entry.ts'
import { badValue, code, CommandError, type Document } from './errors.ts'
import { own } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import type { Change, Writer } from './transaction.ts'
import { compileUpdate, type Update } from './update.ts'
import { equal, equalityKey, flagAt, isDocument, typeOf, typeOrder } from './values.ts'

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

function newEntry(collection: Collection, document: Document): Entry {
  const { _id: id = new ObjectId(), ...rest } = document
  return entryOf(collection, encode({ _id: id, ...rest }))
}

function entryOf(collection: Collection, bytes: Buffer): Entry {
  assertStorable(bytes)
  const id = readField(bytes, '_id')
  if (id === undefined || typeOf(id) === typeOrder.array) throw badValue(`the '_id' field cannot be of this type`)
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

/**
 * Runs the statements of a write command. What is outside the subset is refused before anything is written; the failure
 * of one statement becomes a write error; a conflict or a wait for a lock goes to the caller.
 */
async function runStatements<T>(
  command: Document,
  field: string,
  context: Context,
  {
    reply,
    parse,
    run,
  }: { reply: WriteReply; parse: (given: unknown) => T; run: (writer: Writer, statement: T, at: number) => void },
): Promise<Document> {
  const given = command[field]
  if (!Array.isArray(given)) throw new CommandError(code.typeMismatch, `${field} has to be an array`)
  const isOrdered = flagAt(command, 'ordered', true)
  const statements = given.map((statement) => parseLater(() => parse(statement)))
  await runOperations(statements.length, context, (writer, at) => {
    try {
      run(writer, statements[at]!(), at)
      return true
    } catch (error) {
      if (!(error instanceof CommandError) || error.code === code.writeConflict || error.code === code.notImplemented)
        throw error
      const writeError = { index: at, code: error.code, errmsg: error.message, ...error.fields }
      reply.writeErrors = [...(reply.writeErrors ?? []), writeError]
      if (context.transaction === undefined) return !isOrdered
      context.transaction.abort()
      return false
    }
  })
  return reply
}

/** Parses at once; an error that is about one statement only is thrown when its turn comes. */
function parseLater<T>(parse: () => T): () => T {
  try {
    const parsed = parse()
    return () => parsed
  } catch (error) {
    if (error instanceof CommandError && error.code === code.notImplemented) throw error
    return () => {
      throw error
    }
  }
}

function parseFilter(statement: Document): Filter {
  if (!isDocument(statement['q'])) throw new CommandError(code.typeMismatch, 'q has to be a document')
  return compileFilter(statement['q'])
}

function assertStatement(statement: unknown, known: readonly string[]): asserts statement is Document {
  if (!isDocument(statement)) throw new CommandError(code.typeMismatch, 'a statement has to be a document')
  assertFields('q', statement, known)
}

const insert: Command = {
  fields: ['documents', 'ordered'],
  inTransaction: true,
  run(command, context) {
    const reply = startReply(context, { n: 0, ok: 1 })
    const parse = (bytes: unknown): Buffer => Buffer.from(bytes as Uint8Array)
    return runStatements(command, 'documents', context, {
      reply,
      parse,
      run(writer, bytes) {
        const collection = ensureCollection(command, 'insert', context)
        const entry = startsWithId(bytes) ? entryOf(collection, bytes) : newEntry(collection, decode(bytes))
        writer.write(collection, [{ before: undefined, after: entry }])
        reply.n += 1
      },
    })
  },
}

interface UpdateStatement {
  readonly filter: Filter
  readonly update: Update
  readonly isUpsert: boolean
  readonly isMulti: boolean
}

function parseUpdate(filter: Filter, update: unknown, isUpsert: boolean, isMulti: boolean): UpdateStatement {
  if (isUpsert) filter.upsertFields()
  return { filter, update: compileUpdate(update), isUpsert, isMulti }
}

/** Writes, and fixes a transaction's snapshot unless all it has looked at is the one document that it now holds. */
function writeMatched(collection: Collection, filter: Filter, changes: readonly Change[], writer: Writer): void {
  writer.write(collection, changes)
  if (changes.length !== 1 || filter.equalities.get('_id')?.length !== 1) writer.transaction?.pin()
}

function runUpdate(
  { filter, update, isUpsert, isMulti }: UpdateStatement,
  collection: Collection,
  writer: Writer,
  { store, transaction }: Context,
): Change[] {
  const results: Change[] = store
    .select(collection, filter, transaction, isMulti ? Infinity : 1)
    .map((before) => ({ before, after: changed(before, update) }))
  if (results.length === 0 && isUpsert) results.push({ before: undefined, after: upserted(collection, filter, update) })
  const changes = results.filter(({ before, after }) => before !== after)
  writeMatched(collection, filter, changes, writer)
  return results
}

function runDelete(
  { filter, limit }: { filter: Filter; limit: number },
  collection: Collection,
  writer: Writer,
  { store, transaction }: Context,
): Change[] {
  const results = store.select(collection, filter, transaction, limit).map((before) => ({ before, after: undefined }))
  writeMatched(collection, filter, results, writer)
  return results
}

const update: Command = {
  fields: ['updates', 'ordered'],
  inTransaction: true,
  run(command, context) {
    const reply = startReply(context, { n: 0, nModified: 0, ok: 1 })
    const parse = (given: unknown): UpdateStatement => {
      assertStatement(given, ['u', 'multi', 'upsert'])
      return parseUpdate(parseFilter(given), given['u'], flagAt(given, 'upsert'), flagAt(given, 'multi'))
    }
    return runStatements(command, 'updates', context, {
      reply,
      parse,
      run(writer, statement, at) {
        const collection = ensureCollection(command, 'update', context)
        for (const { before, after } of runUpdate(statement, collection, writer, context)) {
          reply.n += 1
          if (before === undefined)
            reply.upserted = [...(reply.upserted ?? []), { index: at, _id: after!.field('_id') }]
          else if (before !== after) reply.nModified! += 1
        }
      },
    })
  },
}

const remove: Command = {
  fields: ['deletes', 'ordered'],
  inTransaction: true,
  run(command, context) {
    const reply = startReply(context, { n: 0, ok: 1 })
    const parse = (given: unknown): { filter: Filter; limit: number } => {
      assertStatement(given, ['limit'])
      const { limit } = given
      if (limit !== 0 && limit !== 1)
        throw new CommandError(code.failedToParse, 'The limit field in delete objects must be 0 or 1')
      return { filter: parseFilter(given), limit: limit === 1 ? 1 : Infinity }
    }
    return runStatements(command, 'deletes', context, {
      reply,
      parse,
      run(writer, statement) {
        const collection = collectionOf(command, 'delete', context)
        if (collection !== undefined) reply.n += runDelete(statement, collection, writer, context).length
      },
    })
  },
}

const findAndModify: Command = {
  fields: ['query', 'update', 'remove', 'new', 'upsert'],
  inTransaction: true,
  async run(command, context) {
    const filter = compileFilter(documentAt(command, 'query'))
    const isRemoval = flagAt(command, 'remove')
    const [isUpsert, showsNew] = [flagAt(command, 'upsert'), flagAt(command, 'new')]
    if (isRemoval && (command['update'] !== undefined || isUpsert || showsNew))
      throw new CommandError(code.failedToParse, 'findAndModify removes or updates; it cannot do both')
    const statement = isRemoval ? undefined : parseUpdate(filter, command['update'], isUpsert, false)
    const reply = startReply(context, { lastErrorObject: {}, value: null, ok: 1 })
    await runOperations(1, context, (writer) => {
      const collection = ensureCollection(command, 'findAndModify', context)
      const [{ before, after } = { before: undefined, after: undefined }] =
        statement === undefined
          ? runDelete({ filter, limit: 1 }, collection, writer, context)
          : runUpdate(statement, collection, writer, context)
      const isInsert = before === undefined && after !== undefined
      const shown = showsNew ? after : before
      reply['value'] = shown === undefined ? null : decode(shown.bytes)
      reply['lastErrorObject'] = {
        n: before === undefined && !isInsert ? 0 : 1,
        ...(isRemoval ? {} : { updatedExisting: before !== undefined }),
        ...(isInsert ? { upserted: after!.field('_id') } : {}),
      }
      return true
    })
    return reply
  },
}

export const writeCommands: Readonly<Record<string, Command>> = { insert, update, delete: remove, findAndModify }
