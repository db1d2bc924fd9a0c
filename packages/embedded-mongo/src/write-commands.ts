import { ObjectId } from 'bson'
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
import { own, setPath } from './paths.ts'
import { compileFilter, type Filter } from './query.ts'
import { assertStorable, decode, encode, readField, startsWithId } from './raw.ts'
import { compileProjection, sortBy } from './shape.ts'
import type { Collection } from './store.ts'
import type { Change, Writer } from './transaction.ts'
import { compileUpdate, hasOperators, type Update } from './update.ts'
import { equal, equalityKey, isDocument, kindOf } from './values.ts'

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

/** Runs one statement; its own failure becomes a write error, a conflict or a wait goes to the caller. */
function attempt(reply: WriteReply, at: number, ordered: boolean, context: Context, run: () => void): boolean {
  try {
    run()
    return true
  } catch (error) {
    if (!(error instanceof CommandError) || error.code === code.writeConflict || error.code === code.notImplemented)
      throw error
    reply.writeErrors = [
      ...(reply.writeErrors ?? []),
      { index: at, code: error.code, errmsg: error.message, ...error.fields },
    ]
    if (context.transaction === undefined) return !ordered
    context.transaction.abort()
    return false
  }
}

function newEntry(collection: Collection, document: Document): Entry {
  const { _id: id = new ObjectId(), ...rest } = document
  return entryOf(collection, encode({ _id: id, ...rest }))
}

function entryOf(collection: Collection, bytes: Buffer): Entry {
  assertStorable(bytes)
  const id = readField(bytes, '_id')
  if (Array.isArray(id) || kindOf(id) === 50 || id === undefined)
    throw badValue(`the '_id' field cannot be of this type`)
  return new Entry(collection.nextSequence(), bytes, equalityKey(id))
}

const insert: Command = {
  fields: ['documents', 'ordered', 'bypassDocumentValidation'],
  inTransaction: true,
  async run(command, context) {
    const documents = command['documents'] as Uint8Array[]
    const reply = startReply(context, { n: 0, ok: 1 })
    if (!Array.isArray(documents)) throw badValue('documents has to be an array')
    await runOperations(documents.length, context, (writer, at) =>
      attempt(reply, at, command['ordered'] !== false, context, () => {
        const collection = ensureCollection(command, 'insert', context)
        const given = Buffer.from(documents[at]!)
        const entry = startsWithId(given) ? entryOf(collection, given) : newEntry(collection, decode(given))
        writer.write(collection, [{ before: undefined, after: entry }])
        reply.n += 1
      }),
    )
    return reply
  },
}

function changed(entry: Entry, update: Update): Entry {
  const document = update(decode(entry.bytes), false)
  const bytes = encode(document)
  if (bytes.equals(entry.bytes)) return entry
  assertStorable(bytes)
  if (!equal(own(document, '_id'), entry.field('_id'))) {
    throw new CommandError(
      code.immutableField,
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    )
  }
  return new Entry(entry.sequence, bytes, entry.idKey)
}

/** The new document of an upsert: the query's equalities, then the update. */
function upserted(collection: Collection, filter: Filter, update: Update): Entry {
  const document: Document = {}
  for (const [path, value] of filter.insertFields) setPath(document, path.split('.'), value)
  const next = update(document, true)
  const given = filter.insertFields.get('_id')
  if (given !== undefined && !equal(own(next, '_id'), given)) {
    throw new CommandError(code.immutableField, "an upsert cannot give another '_id' than its query")
  }
  return newEntry(collection, next)
}

interface Statement {
  readonly filter: Filter
  readonly update: Update
  readonly multi: boolean
  readonly upsert: boolean
  readonly sort: Document
}

function parseStatement(statement: unknown): Statement {
  if (!isDocument(statement)) throw badValue('updates has to be an array of documents')
  assertFields('u', statement, ['q', 'multi', 'upsert', 'hint', 'sort'])
  const multi = statement['multi'] === true
  const update = compileUpdate(statement['u'])
  if (multi && !hasOperators(statement['u']))
    throw new CommandError(9, 'multi update is not supported for replacement-style update')
  return {
    filter: compileFilter(documentAt(statement, 'q')),
    update,
    multi,
    upsert: statement['upsert'] === true,
    sort: documentAt(statement, 'sort'),
  }
}

function parseDelete(statement: unknown): { filter: Filter; limit: number } {
  if (!isDocument(statement)) throw badValue('deletes has to be an array of documents')
  assertFields('q', statement, ['limit', 'hint'])
  return { filter: compileFilter(documentAt(statement, 'q')), limit: statement['limit'] === 1 ? 1 : Infinity }
}

/** Parses at once, so that what is outside the subset is refused before anything is written; another error waits for its turn. */
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

function matching(
  collection: Collection,
  filter: Filter,
  context: Context,
  limit: number,
  order: Document = {},
): Entry[] {
  if (Object.keys(order).length === 0) return context.store.select(collection, filter, context.transaction, limit)
  return sortBy(context.store.select(collection, filter, context.transaction), order, (entry) => entry, limit)
}

/** Writes, and fixes a transaction's snapshot unless all it has looked at is the one document that it now holds. */
function writeMatched(collection: Collection, filter: Filter, changes: readonly Change[], writer: Writer): void {
  writer.write(collection, changes)
  if (changes.length !== 1 || filter.equalities.get('_id')?.length !== 1) writer.transaction?.pin()
}

const update: Command = {
  fields: ['updates', 'ordered', 'bypassDocumentValidation'],
  inTransaction: true,
  async run(command, context) {
    const statements = command['updates']
    if (!Array.isArray(statements)) throw badValue('updates has to be an array')
    const reply = startReply(context, { n: 0, nModified: 0, ok: 1 })
    const parsed = statements.map((statement) => parseLater(() => parseStatement(statement)))
    await runOperations(statements.length, context, (writer, at) =>
      attempt(reply, at, command['ordered'] !== false, context, () =>
        runUpdate(parsed[at]!(), ensureCollection(command, 'update', context), writer, context, reply, at),
      ),
    )
    return reply
  },
}

function runUpdate(
  statement: Statement,
  collection: Collection,
  writer: Writer,
  context: Context,
  reply: WriteReply,
  at: number,
): void {
  const { filter, update: change, multi, upsert, sort } = statement
  const entries = matching(collection, filter, context, multi ? Infinity : 1, sort)
  if (entries.length === 0 && upsert) {
    const entry = upserted(collection, filter, change)
    writeMatched(collection, filter, [{ before: undefined, after: entry }], writer)
    reply.n += 1
    reply.upserted = [...(reply.upserted ?? []), { index: at, _id: entry.field('_id') }]
    return
  }
  const changes: Change[] = entries
    .map((before) => ({ before, after: changed(before, change) }))
    .filter(({ before, after }) => before !== after)
  writeMatched(collection, filter, changes, writer)
  reply.n += entries.length
  reply.nModified = (reply.nModified ?? 0) + changes.length
}

const remove: Command = {
  fields: ['deletes', 'ordered'],
  inTransaction: true,
  async run(command, context) {
    const statements = command['deletes']
    if (!Array.isArray(statements)) throw badValue('deletes has to be an array')
    const reply = startReply(context, { n: 0, ok: 1 })
    const parsed = statements.map((statement) => parseLater(() => parseDelete(statement)))
    await runOperations(statements.length, context, (writer, at) =>
      attempt(reply, at, command['ordered'] !== false, context, () => {
        const { filter, limit } = parsed[at]!()
        const collection = collectionOf(command, 'delete', context)
        if (collection === undefined) return
        const entries = matching(collection, filter, context, limit)
        writeMatched(
          collection,
          filter,
          entries.map((before) => ({ before, after: undefined })),
          writer,
        )
        reply.n += entries.length
      }),
    )
    return reply
  },
}

const findAndModify: Command = {
  fields: [
    'query',
    'update',
    'remove',
    'new',
    'upsert',
    'sort',
    'fields',
    'bypassDocumentValidation',
    'hint',
    'findandmodify',
  ],
  inTransaction: true,
  async run(command, context) {
    const name = Object.keys(command)[0]!
    const filter = compileFilter(documentAt(command, 'query'))
    const removing = command['remove'] === true
    if (removing && command['update'] !== undefined)
      throw badValue('findAndModify removes or updates; it cannot do both')
    const change = removing ? undefined : compileUpdate(command['update'])
    const projection = compileProjection(documentAt(command, 'fields'))
    const shown = (entry: Entry | undefined): Document | null => {
      if (entry === undefined) return null
      return decode(projection === undefined ? entry.bytes : projection.bytes(entry.bytes))
    }
    const reply = startReply(context, { lastErrorObject: {}, value: null, ok: 1 })
    await runOperations(1, context, (writer) => {
      const collection = ensureCollection(command, name, context)
      const [before] = matching(collection, filter, context, 1, documentAt(command, 'sort'))
      if (before !== undefined) {
        const after = change === undefined ? undefined : changed(before, change)
        writeMatched(collection, filter, after === before ? [] : [{ before, after }], writer)
        reply['lastErrorObject'] = change === undefined ? { n: 1 } : { n: 1, updatedExisting: true }
        reply['value'] = shown(command['new'] === true ? after : before)
      } else if (change !== undefined && command['upsert'] === true) {
        const after = upserted(collection, filter, change)
        writeMatched(collection, filter, [{ before: undefined, after }], writer)
        reply['lastErrorObject'] = { n: 1, updatedExisting: false, upserted: after.field('_id') }
        reply['value'] = shown(command['new'] === true ? after : undefined)
      } else {
        writer.transaction?.pin()
        reply['lastErrorObject'] = change === undefined ? { n: 0 } : { n: 0, updatedExisting: false }
      }
      return true
    })
    return reply
  },
}

export const writeCommands: Record<string, Command> = {
  insert,
  update,
  delete: remove,
  findAndModify,
  findandmodify: findAndModify,
}
