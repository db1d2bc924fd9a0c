import { type ClientSession, type Collection, type Document, type MongoClient, MongoServerError } from 'mongodb'

export interface Row extends Document {
  _id: number
}

/** One operation as data, so that it can be put to two servers, or to a server and a model. */
export type Operation =
  | { kind: 'insert'; documents: Row[]; ordered: boolean }
  | { kind: 'update'; filter: Document; update: Document; multi: boolean; upsert: boolean }
  | { kind: 'delete'; filter: Document; multi: boolean }
  | { kind: 'findAndModify'; filter: Document; update: Document | null; upsert: boolean; returnsNew: boolean }
  | { kind: 'bulk'; operations: Extract<Operation, { kind: 'update' | 'delete' }>[] }
  | { kind: 'find'; filter: Document; sort: Record<string, 1 | -1>; skip: number; limit: number; projection: Document }
  | { kind: 'aggregate'; pipeline: Document[] }
  | { kind: 'transaction'; operations: Operation[]; commits: boolean }
  | { kind: 'restart' }

/** A generator of numbers that gives the same ones for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  list<T>(longest: number, make: () => T): T[] {
    return Array.from({ length: 1 + this.below(longest) }, make)
  }
}

/** Field names sorted at every depth: the order of new fields differs between servers. */
export function canonical(value: unknown): unknown {
  if (value instanceof Date) return `date ${value.getTime()}`
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, item]) => [name, canonical(item)] as const)
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A collection of a server. */
export interface Target {
  readonly client: MongoClient
  readonly collection: Collection<Row>
}

/** Puts an operation to a server. The answer is what counts for a client: results, counts, or the code of the error. */
export async function execute(
  target: Target,
  operation: Exclude<Operation, { kind: 'restart' }>,
  session?: ClientSession,
): Promise<unknown> {
  try {
    return canonical(await run(target, operation, session))
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error
    if (session !== undefined) throw error
    return { code: error.code }
  }
}

async function run(
  { client, collection }: Target,
  operation: Exclude<Operation, { kind: 'restart' }>,
  session: ClientSession | undefined,
): Promise<unknown> {
  switch (operation.kind) {
    case 'insert':
      return (await collection.insertMany(operation.documents, { ordered: operation.ordered, session })).insertedCount
    case 'update': {
      const { filter, update, multi, upsert } = operation
      const result = await collection[multi ? 'updateMany' : 'updateOne'](filter, update, { upsert, session })
      return [result.matchedCount, result.modifiedCount, result.upsertedId]
    }
    case 'delete':
      return (await collection[operation.multi ? 'deleteMany' : 'deleteOne'](operation.filter, { session }))
        .deletedCount
    case 'findAndModify': {
      const { filter, update, upsert, returnsNew } = operation
      if (update === null) return collection.findOneAndDelete(filter, { session })
      const returnDocument = returnsNew ? 'after' : 'before'
      return collection.findOneAndUpdate(filter, update, { upsert, returnDocument, session })
    }
    case 'bulk': {
      const result = await collection.bulkWrite(
        operation.operations.map((one) => {
          if (one.kind === 'delete')
            return one.multi ? { deleteMany: { filter: one.filter } } : { deleteOne: { filter: one.filter } }
          const statement = { filter: one.filter, update: one.update, upsert: one.upsert }
          return one.multi ? { updateMany: statement } : { updateOne: statement }
        }),
        { session },
      )
      return [result.matchedCount, result.modifiedCount, result.deletedCount, result.upsertedIds]
    }
    case 'find': {
      const { filter, sort, skip, limit, projection } = operation
      return collection.find(filter, { sort, skip, limit, projection, session }).toArray()
    }
    case 'aggregate': {
      const rows = await collection.aggregate(operation.pipeline, { session }).toArray()
      return rows.map((row) => JSON.stringify(canonical(row))).sort()
    }
    case 'transaction':
      return runTransaction({ client, collection }, operation)
  }
}

async function runTransaction(
  target: Target,
  { operations, commits }: Extract<Operation, { kind: 'transaction' }>,
): Promise<unknown> {
  return target.client.withSession(async (session) => {
    session.startTransaction()
    const answers: unknown[] = []
    try {
      for (const operation of operations)
        if (operation.kind !== 'restart') answers.push(await execute(target, operation, session))
    } catch (error) {
      await session.abortTransaction()
      if (!(error instanceof MongoServerError)) throw error
      return [...answers, { code: error.code }]
    }
    await (commits ? session.commitTransaction() : session.abortTransaction())
    return answers
  })
}
