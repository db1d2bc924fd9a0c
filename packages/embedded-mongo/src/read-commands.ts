import { aggregate } from './aggregate.ts'
import { encode } from './bson-bytes.ts'
import { collectionOf, type Command, type Context, documentAt } from './command.ts'
import { badValue, code, CommandError, type Document } from './errors.ts'
import { compileProjection } from './projection.ts'
import { atOnce, type Steps } from './pieces.ts'
import { compileFilter } from './query.ts'
import { compileSort } from './sort.ts'

function countAt(command: Document, field: string): number | undefined {
  const value = command[field]
  if (value === undefined) return undefined
  if (!Number.isInteger(value) || Number(value) < 0) throw badValue(`${field} has to be a whole number from 0 on`)
  return Number(value)
}

const namespaceOf = (command: Document, name: string, { database }: Context): string =>
  `${database}.${String(command[name])}`

/** Reads in pieces, between which others are answered; what a transaction sees is read at once. */
async function read<T>({ store, transaction }: Context, steps: () => Steps<T>): Promise<T> {
  return transaction === undefined ? store.inPieces(steps()) : atOnce(steps())
}

const find: Command = {
  fields: ['filter', 'projection', 'sort', 'skip', 'limit', 'batchSize', 'singleBatch'],
  inTransaction: true,
  async run(command, context) {
    const { store, transaction, cursors } = context
    const collection = collectionOf(command, 'find', context)
    const filter = compileFilter(documentAt(command, 'filter'))
    const projection = compileProjection(documentAt(command, 'projection'))
    const order = documentAt(command, 'sort')
    const sort = compileSort(order)
    const skip = countAt(command, 'skip') ?? 0
    const end = skip + (countAt(command, 'limit') || Infinity)
    transaction?.beginReading()
    const isSorted = Object.keys(order).length > 0
    const entries = await read(context, function* () {
      const inOrder =
        isSorted && transaction === undefined ? yield* store.selectInOrder(collection, filter, order, end) : undefined
      if (inOrder !== undefined) return inOrder
      const found = yield* store.select(collection, filter, transaction, isSorted ? Infinity : end)
      return yield* sort(found, (entry) => entry, end)
    })
    // Only `findOne` asks for a single batch, and its limit is one.
    const batchSize = command['singleBatch'] === true ? entries.length : countAt(command, 'batchSize')
    const namespace = namespaceOf(command, 'find', context)
    return cursors.open(namespace, entries.slice(skip), ({ bytes }) => projection?.(bytes) ?? bytes, batchSize)
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
    const ids = command['cursors']
    if (!Array.isArray(ids)) throw new CommandError(code.typeMismatch, 'cursors has to be an array')
    for (const id of ids) cursors.close(String(id))
    return { ok: 1 }
  },
}

const aggregateCommand: Command = {
  fields: ['pipeline', 'cursor'],
  inTransaction: true,
  async run(command, context) {
    const { store, transaction, cursors } = context
    const pipeline = command['pipeline']
    if (!Array.isArray(pipeline)) throw new CommandError(code.typeMismatch, 'pipeline has to be an array')
    const collection = collectionOf(command, 'aggregate', context)
    transaction?.beginReading()
    const results = await read(context, () =>
      aggregate(pipeline, (filter, limit) => store.select(collection, filter, transaction, limit)),
    )
    const batchSize = countAt(documentAt(command, 'cursor'), 'batchSize')
    return cursors.open(namespaceOf(command, 'aggregate', context), results, encode, batchSize)
  },
}

export const readCommands: Readonly<Record<string, Command>> = {
  find,
  getMore,
  killCursors,
  aggregate: aggregateCommand,
}
