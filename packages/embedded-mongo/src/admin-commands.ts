import { encode } from './bson-bytes.ts'
import { collectionOf, type Command, type Context, documentAt, documentsAt, ensureCollection } from './command.ts'
import { code, CommandError, type Document } from './errors.ts'
import { describeIndex, idIndex, parseIndex } from './index-spec.ts'
import { PlainSource } from './paths.ts'
import { compileFilter } from './query.ts'
import { sessionKey } from './sessions.ts'

async function durably(context: Context, reply: Document): Promise<Document> {
  await context.store.disk.durable()
  return reply
}

const ping: Command = { fields: [], run: () => ({ ok: 1 }) }

const create: Command = {
  fields: [],
  writes: true,
  run(command, context) {
    ensureCollection(command, 'create', context)
    return durably(context, { ok: 1 })
  },
}

const createIndexes: Command = {
  fields: ['indexes'],
  writes: true,
  async run(command, context) {
    const specs = documentsAt(command, 'indexes').map(parseIndex)
    const collection = ensureCollection(command, 'createIndexes', context)
    for (const spec of specs) await context.store.createIndex(collection, spec)
    return durably(context, { ok: 1 })
  },
}

const listIndexes: Command = {
  fields: ['cursor'],
  run(command, context) {
    const collection = collectionOf(command, 'listIndexes', context)
    if (collection === undefined) throw new CommandError(code.namespaceNotFound, 'the collection does not exist')
    const rows = [idIndex, ...collection.specs].map(describeIndex)
    return context.cursors.open(collection.namespace, rows, encode, rows.length)
  },
}

const listCollections: Command = {
  fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'],
  run(command, { store, database, cursors }) {
    const filter = compileFilter(documentAt(command, 'filter'))
    const rows = store
      .collections(database)
      .map(({ name }) => ({ name, type: 'collection', options: {} }))
      .filter((row) => filter.matches(new PlainSource(row)))
    return cursors.open(`${database}.$cmd.listCollections`, rows, encode, rows.length)
  },
}

/** How much there is of what can be counted without looking. */
const dbStats: Command = {
  fields: [],
  run(_, { store, database }) {
    const all = [...store.collections(database)]
    // Every collection has the index by `_id` beside its own.
    const indexes = all.reduce((sum, { specs }) => sum + 1 + specs.length, 0)
    return { db: database, collections: all.length, indexes, ok: 1 }
  },
}

const drop: Command = {
  fields: [],
  writes: true,
  run(command, context) {
    const collection = collectionOf(command, 'drop', context)
    if (collection !== undefined) context.store.drop(collection)
    return durably(context, { ok: 1 })
  },
}

const dropDatabase: Command = {
  fields: [],
  writes: true,
  run(_, context) {
    for (const collection of context.store.collections(context.database)) context.store.drop(collection)
    return durably(context, { dropped: context.database, ok: 1 })
  },
}

const endSessions: Command = {
  fields: [],
  asksSessions: true,
  run(command, { sessions }) {
    sessions.end(documentsAt(command, 'endSessions').map(sessionKey))
    return { ok: 1 }
  },
}

export const adminCommands: Readonly<Record<string, Command>> = {
  ping,
  create,
  createIndexes,
  listIndexes,
  listCollections,
  dbStats,
  drop,
  dropDatabase,
  endSessions,
}
