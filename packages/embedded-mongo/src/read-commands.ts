import { aggregate } from './aggregate.ts'
import { encode } from './bson-bytes.ts'
import { collectionOf, type Command, type Context, documentAt, type Reply } from './command.ts'
import type { Entry } from './entry.ts'
import { badValue, code, CommandError, type Document } from './errors.ts'
import { compileProjection } from './projection.ts'
import type { Steps } from './pieces.ts'
import { compileFilter } from './query.ts'
import type { Selection } from './selection.ts'
import { compileSort, type Sort } from './sort.ts'

function countAt(command: Document, field: string): number | undefined {
  const value = command[field]
  if (value === undefined) return undefined
  if (!Number.isInteger(value) || Number(value) < 0) throw badValue(`${field} has to be a whole number from 0 on`)
  return Number(value)
}

const namespaceOf = (command: Document, name: string, { database }: Context): string =>
  `${database}.${String(command[name])}`

/** Reads in pieces, between which others are answered, and for `maxTimeMS` at most. */
function read<T>(
  command: Document,
  { store }: Context,
  steps: Steps<T>,
  reply: (found: T) => Reply,
): Reply | Promise<Reply> {
  const limitMs = countAt(command, 'maxTimeMS') || Infinity
  const found = store.inPieces(steps, limitMs)
  return found instanceof Promise ? found.then(reply) : reply(found)
}

const find: Command = {
  fields: ['filter', 'projection', 'sort', 'skip', 'limit', 'batchSize', 'singleBatch'],
  inTransaction: true,
  run(command, context) {
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
    const inOrder =
      isSorted && transaction === undefined
        ? store.selectionInOrder(collection, filter, order, { skip, end })
        : undefined
    const selection = inOrder?.selection ?? store.selection(collection, filter, transaction, isSorted ? Infinity : end)
    const reply = (entries: readonly Entry[]): Reply => {
      // Only `findOne` asks for a single batch, and its limit is one.
      const batchSize = command['singleBatch'] === true ? entries.length : countAt(command, 'batchSize')
      const namespace = namespaceOf(command, 'find', context)
      return cursors.open(
        namespace,
        entries.slice(skip - (inOrder?.skipped ?? 0)),
        ({ bytes }) => projection?.(bytes) ?? bytes,
        batchSize,
      )
    }
    const few = selection.few()
    const mustSort = isSorted && inOrder === undefined
    if (few !== undefined) return reply(mustSort ? sort(few, itself, end) : few)
    return read(command, context, mustSort ? sortedRest(selection, sort, end) : selection.rest(), reply)
  },
}

const itself = (entry: Entry): Entry => entry

function* sortedRest(selection: Selection, sort: Sort, limit: number): Steps<Entry[]> {
  return yield* sort.inSteps(yield* selection.rest(), itself, limit)
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
  run(command, context) {
    const { store, transaction, cursors } = context
    const pipeline = command['pipeline']
    if (!Array.isArray(pipeline)) throw new CommandError(code.typeMismatch, 'pipeline has to be an array')
    const collection = collectionOf(command, 'aggregate', context)
    transaction?.beginReading()
    const steps = aggregate(
      pipeline,
      (filter, limit) => store.selection(collection, filter, transaction, limit),
      (filter) => (transaction === undefined ? collection?.documents.countOf(filter) : undefined),
    )
    return read(command, context, steps, (results) => {
      const batchSize = countAt(documentAt(command, 'cursor'), 'batchSize')
      return cursors.open(namespaceOf(command, 'aggregate', context), results, encode, batchSize)
    })
  },
}

export const readCommands: Readonly<Record<string, Command>> = {
  find,
  getMore,
  killCursors,
  aggregate: aggregateCommand,
}
