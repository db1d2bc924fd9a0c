import type { Long } from 'bson'
import { aggregate } from './aggregate.ts'
import { collectionOf, type Command, type Context, documentAt } from './command.ts'
import type { Entry } from './entry.ts'
import { badValue, type Document } from './errors.ts'
import { pathReader } from './paths.ts'
import { compileFilter } from './query.ts'
import { encode } from './raw.ts'
import { compileProjection, sortBy } from './shape.ts'
import { equalityKey, isNumber, toNumber } from './values.ts'

function count(command: Document, field: string): number | undefined {
  const value = command[field]
  if (value === undefined || value === null) return undefined
  if (!isNumber(value) || !Number.isInteger(toNumber(value)) || toNumber(value) < 0)
    throw badValue(`${field} has to be a whole number, not negative`)
  return toNumber(value)
}

function begin({ transaction }: Context): void {
  transaction?.begin()
  transaction?.pin()
}

const find: Command = {
  fields: [
    'filter',
    'projection',
    'sort',
    'skip',
    'limit',
    'batchSize',
    'singleBatch',
    'hint',
    'allowDiskUse',
    'noCursorTimeout',
  ],
  inTransaction: true,
  run(command, context) {
    begin(context)
    const collection = collectionOf(command, 'find', context)
    const filter = compileFilter(documentAt(command, 'filter'))
    const projection = compileProjection(documentAt(command, 'projection'))
    const order = documentAt(command, 'sort')
    const skip = count(command, 'skip') ?? 0
    const limit = count(command, 'limit') || Infinity
    const sorted = Object.keys(order).length > 0
    let entries = context.store.select(collection, filter, context.transaction, sorted ? Infinity : skip + limit)
    if (sorted) entries = sortBy(entries, order, (entry) => entry, skip + limit)
    if (skip > 0) entries = entries.slice(skip)
    return context.cursors.open(entries, ({ bytes }) => projection?.bytes(bytes) ?? bytes, {
      namespace: `${context.database}.${String(command['find'])}`,
      session: context.session,
      batchSize: count(command, 'batchSize'),
      single: command['singleBatch'] === true,
    })
  },
}

const getMore: Command = {
  fields: ['collection', 'batchSize'],
  inTransaction: true,
  run: (command, { cursors }) => cursors.more(String(command['getMore']), count(command, 'batchSize') || undefined),
}

const killCursors: Command = {
  fields: ['cursors'],
  inTransaction: true,
  run(command, { cursors }) {
    const ids = (command['cursors'] ?? []) as (Long | number)[]
    const killed = ids.filter((id) => cursors.kill(String(id)))
    return {
      cursorsKilled: killed,
      cursorsNotFound: ids.filter((id) => !killed.includes(id)),
      cursorsAlive: [],
      cursorsUnknown: [],
      ok: 1,
    }
  },
}

const aggregateCommand: Command = {
  fields: ['pipeline', 'cursor', 'allowDiskUse', 'hint', 'batchSize'],
  inTransaction: true,
  run(command, context) {
    begin(context)
    const pipeline = command['pipeline']
    if (!Array.isArray(pipeline)) throw badValue('pipeline has to be an array')
    if (typeof command['aggregate'] !== 'string') throw badValue('aggregate needs the name of a collection')
    const collection = collectionOf(command, 'aggregate', context)
    const results = aggregate(pipeline, (filter) => context.store.select(collection, filter, context.transaction))
    return context.cursors.open(results, encode, {
      namespace: `${context.database}.${command['aggregate']}`,
      session: context.session,
      batchSize: count(documentAt(command, 'cursor'), 'batchSize'),
      single: false,
    })
  },
}

function select(command: Document, name: string, context: Context): Entry[] {
  begin(context)
  return context.store.select(
    collectionOf(command, name, context),
    compileFilter(documentAt(command, 'query')),
    context.transaction,
  )
}

const countCommand: Command = {
  fields: ['query', 'skip', 'limit', 'hint', 'fields'],
  run(command, context) {
    const matched = select(command, 'count', context).length
    const left = Math.max(0, matched - (count(command, 'skip') ?? 0))
    return { n: Math.min(left, count(command, 'limit') || Infinity), ok: 1 }
  },
}

const distinct: Command = {
  fields: ['key', 'query', 'hint'],
  inTransaction: true,
  run(command, context) {
    if (typeof command['key'] !== 'string') throw badValue('distinct needs a key')
    const read = pathReader(command['key'])
    const values = new Map<string | number, unknown>()
    for (const entry of select(command, 'distinct', context)) {
      for (const value of read(entry).flatMap((item) => (Array.isArray(item) ? (item as unknown[]) : [item]))) {
        if (value !== undefined) values.set(equalityKey(value), value)
      }
    }
    return { values: [...values.values()], ok: 1 }
  },
}

export const readCommands: Record<string, Command> = {
  find,
  getMore,
  killCursors,
  aggregate: aggregateCommand,
  count: countCommand,
  distinct,
}
