import { decode, startsWithId } from './bson-bytes.ts'
import {
  assertFields,
  collectionOf,
  type Command,
  type Context,
  documentAt,
  documentsAt,
  ensureCollection,
  runOperations,
} from './command.ts'
import { code, CommandError, type Document } from './errors.ts'
import { entryOf, modify, newEntry, parseUpdate } from './modification.ts'
import { compileFilter } from './query.ts'
import { type Prepare, runStatements } from './statements.ts'
import type { Change } from './transaction.ts'
import { flagAt } from './values.ts'

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

/** Runs the statements in a field of a command that writes to one collection. */
async function runField(
  command: Document,
  field: string,
  context: Context,
  reply: WriteReply,
  prepare: Prepare,
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
