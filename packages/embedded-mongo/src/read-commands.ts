import type { Long } from 'bson'
import { aggregate } from './aggregate.ts'
import { collectionOf, type Command, type Context, documentAt } from './command.ts'
import { code, CommandError, type Document, notImplemented } from './errors.ts'
import { compileProjection } from './projection.ts'
import { compileFilter } from './query.ts'
import { encode } from './bson-bytes.ts'
import { compileSort } from './sort.ts'
import { flagAt, isNumber, toNumber } from './values.ts'

const negativeCount = 51024

function countAt(command: Document, field: string): number | undefined {
  const value = command[field] ?? undefined
  if (value === undefined) return undefined
  if (!isNumber(value)) throw new CommandError(code.typeMismatch, `${field} has to be a number`)
  const number = toNumber(value)
  if (number < 0) throw new CommandError(negativeCount, `${field} has to be 0 or more`)
  if (!Number.isInteger(number)) throw notImplemented(`${field} with a fraction`)
  return number
}

/** Fixes the snapshot of the transaction, if there is one. */
function beginReading({ transaction }: Context): void {
  transaction?.begin()
  transaction?.pin()
}

const find: Command = {
  fields: ['filter', 'projection', 'sort', 'skip', 'limit', 'batchSize', 'singleBatch'],
  inTransaction: true,
  run(command, context) {
    const collection = collectionOf(command, 'find', context)
    const filter = compileFilter(documentAt(command, 'filter'))
    const projection = compileProjection(documentAt(command, 'projection'))
    const order = documentAt(command, 'sort')
    const sort = compileSort(order)
    const skip = countAt(command, 'skip') ?? 0
    const limit = countAt(command, 'limit') || Infinity
    beginReading(context)
    const isSorted = Object.keys(order).length > 0
    const selected = context.store.select(collection, filter, context.transaction, isSorted ? Infinity : skip + limit)
    const entries = sort(selected, (entry) => entry, skip + limit).slice(skip)
    return context.cursors.open(entries, ({ bytes }) => projection?.(bytes) ?? bytes, {
      namespace: `${context.database}.${String(command['find'])}`,
      session: context.session,
      batchSize: countAt(command, 'batchSize'),
      single: flagAt(command, 'singleBatch'),
    })
  },
}

const getMore: Command = {
  fields: ['collection', 'batchSize'],
  inTransaction: true,
  run: (command, { cursors }) => cursors.more(String(command['getMore']), countAt(command, 'batchSize') || undefined),
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
  fields: ['pipeline', 'cursor'],
  inTransaction: true,
  run(command, context) {
    const pipeline = command['pipeline']
    if (!Array.isArray(pipeline)) throw new CommandError(code.typeMismatch, 'pipeline has to be an array')
    const collection = collectionOf(command, 'aggregate', context)
    beginReading(context)
    const results = aggregate(pipeline, (filter) => context.store.select(collection, filter, context.transaction))
    return context.cursors.open(results, encode, {
      namespace: `${context.database}.${String(command['aggregate'])}`,
      session: context.session,
      batchSize: countAt(documentAt(command, 'cursor'), 'batchSize'),
      single: false,
    })
  },
}

export const readCommands: Readonly<Record<string, Command>> = {
  find,
  getMore,
  killCursors,
  aggregate: aggregateCommand,
}
