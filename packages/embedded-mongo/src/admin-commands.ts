import { collectionOf, type Command, type Context, documentAt, ensureCollection } from './command.ts'
import { code, CommandError, type Document } from './errors.ts'
import { describeIndex, idIndex, parseIndex } from './index-spec.ts'
import { compileFilter } from './query.ts'
import { PlainSource } from './paths.ts'
import { encode } from './bson-bytes.ts'
import { Sessions } from './sessions.ts'
import { isDocument } from './values.ts'

async function durably(context: Context, reply: Document): Promise<Document> {
  await context.store.disk.durable()
  return reply
}

const ping: Command = { fields: [], run: () => ({ ok: 1 }) }

const create: Command = {
  fields: [],
  run(command, context) {
    ensureCollection(command, 'create', context)
    return durably(context, { ok: 1 })
  },
}

const createIndexes: Command = {
  fields: ['indexes', 'commitQuorum'],
  run(command, context) {
    const given = command['indexes']
    if (!Array.isArray(given) || !given.every(isDocument))
      throw new CommandError(code.typeMismatch, 'indexes has to be an array of documents')
    const specs = given.map(parseIndex)
    const created = collectionOf(command, 'createIndexes', context) === undefined
    const collection = ensureCollection(command, 'createIndexes', context)
    const before = collection.specs.length + 1
    for (const spec of specs) context.store.createIndex(collection, spec)
    return durably(context, {
      numIndexesBefore: before,
      numIndexesAfter: collection.specs.length + 1,
      createdCollectionAutomatically: created,
      ok: 1,
    })
  },
}

const listIndexes: Command = {
  fields: ['cursor'],
  run(command, context) {
    const collection = collectionOf(command, 'listIndexes', context)
    const namespace = `${context.database}.${String(command['listIndexes'])}`
    if (collection === undefined) throw new CommandError(code.namespaceNotFound, `ns does not exist: ${namespace}`)
    const rows = [idIndex, ...collection.specs].map(describeIndex)
    return context.cursors.open(rows, encode, {
      namespace,
      session: context.session,
      batchSize: Infinity,
      single: true,
    })
  },
}

const listCollections: Command = {
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  run(command, context) {
    const filter = compileFilter(documentAt(command, 'filter'))
    const rows = context.store
      .collections(context.database)
      .map(({ name }) => ({
        name,
        type: 'collection',
        options: {},
        info: { readOnly: false },
        idIndex: describeIndex(idIndex),
      }))
      .filter((row) => filter.matches(new PlainSource(row)))
    return context.cursors.open(rows, encode, {
      namespace: `${context.database}.$cmd.listCollections`,
      session: context.session,
      batchSize: Infinity,
      single: true,
    })
  },
}

const drop: Command = {
  fields: [],
  run(command, context) {
    const collection = collectionOf(command, 'drop', context)
    if (collection === undefined) return { ok: 1 }
    context.store.drop(collection)
    return durably(context, { ns: collection.namespace, nIndexesWas: collection.specs.length + 1, ok: 1 })
  },
}

const dropDatabase: Command = {
  fields: [],
  run(_, context) {
    for (const collection of context.store.collections(context.database)) context.store.drop(collection)
    return durably(context, { dropped: context.database, ok: 1 })
  },
}

const endSessions: Command = {
  fields: [],
  run(command, { sessions, cursors }) {
    const keys = ((command['endSessions'] ?? []) as Document[]).map((lsid) => Sessions.key(lsid))
    sessions.end(keys)
    cursors.endSessions(new Set(keys))
    return { ok: 1 }
  },
}

export const adminCommands: Record<string, Command> = {
  ping,
  create,
  createIndexes,
  listIndexes,
  listCollections,
  drop,
  dropDatabase,
  endSessions,
}
