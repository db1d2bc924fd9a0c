import { rmSync } from 'node:fs'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedMongo } from '../src/index.ts'
import { start, temporaryFolder } from './fixture.ts'
import { canonical, execute, type Operation, Random, type Row, type Target } from './operations.fixture.ts'

const otherUri = process.env['TEST_MONGODB_URI'] ?? ''
const seed = Number(process.env['DIFFERENTIAL_SEED'] ?? 1)
const rounds = Number(process.env['DIFFERENTIAL_ROUNDS'] ?? 25)
const operationsPerRound = 60
const howToRun =
  'SKIPPED: the comparison with an independent MongoDB server. To run it: TEST_MONGODB_URI=mongodb://HOST:PORT/?replicaSet=NAME npx vitest run --project packages packages/embedded-mongo/test/differential.test.ts'

/** The embedded server under test, which is started again in the middle of everything. */
class Restartable {
  readonly #dataDir = temporaryFolder()
  #server: EmbeddedMongo | undefined
  #client: MongoClient | undefined

  async start(): Promise<void> {
    this.#server = await start({ dataDir: this.#dataDir, durability: 'process-crash-safe', cacheBytes: 2048 })
    this.#client = await MongoClient.connect(this.#server.uri)
  }

  async stop(): Promise<void> {
    await this.#client?.close()
    await this.#server?.stop()
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  target(name: string): Target {
    return { client: this.#client!, collection: this.#client!.db().collection<Row>(name) }
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#dataDir, { recursive: true })
  }
}

const embedded = new Restartable()
beforeAll(() => embedded.start())
afterAll(() => embedded.remove())

async function contents({ collection }: Target): Promise<unknown> {
  return canonical(await collection.find().sort({ _id: 1 }).toArray())
}

describe('random operations with restarts in between', () => {
  it('leave what a plain list of documents would hold', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 4; round++) {
      const random = new Random(seed + round)
      await embedded.target(`model_${round}`).collection.createIndex({ u: 1 }, { unique: true, sparse: true })
      const model = new Model()
      for (let i = 0; i < operationsPerRound; i++) {
        const operation = plainOperation(random)
        const context = `seed ${seed + round}, operation ${i}: ${JSON.stringify(operation)}`
        if (operation.kind === 'restart') await embedded.restart()
        else
          expect(await execute(embedded.target(`model_${round}`), operation), context).toEqual(
            canonical(model.execute(operation)),
          )
      }
      await embedded.restart()
      expect(await contents(embedded.target(`model_${round}`)), `seed ${seed + round}`).toEqual(
        canonical([...model.rows.values()].sort((a, b) => a._id - b._id)),
      )
    }
  })

  it(
    `get the same answers as on the server of TEST_MONGODB_URI (seed ${seed})`,
    { timeout: 600_000 },
    async ({ skip }) => {
      if (otherUri === '') {
        process.stderr.write(`\n${howToRun}\n\n`)
        skip(howToRun)
      }
      const client = await MongoClient.connect(otherUri)
      const database = client.db(`embedded_${process.pid}_${seed}`)
      try {
        for (let round = 0; round < rounds; round++) {
          const random = new Random(seed + round)
          const name = `rows_${round}`
          const other = { client, collection: database.collection<Row>(name) }
          const indexes = random.pick(indexSets)
          for (const { collection } of [embedded.target(name), other])
            if (indexes.length > 0) await collection.createIndexes([...indexes])
          for (let i = 0; i < operationsPerRound; i++) {
            const operation = anyOperation(random)
            const context = `seed ${seed + round}, operation ${i}: ${JSON.stringify(operation)}`
            if (operation.kind === 'restart') await embedded.restart()
            else
              expect(await execute(embedded.target(name), operation), context).toEqual(await execute(other, operation))
          }
          await embedded.restart()
          expect(await contents(embedded.target(name)), `seed ${seed + round}`).toEqual(await contents(other))
          await other.collection.drop()
        }
      } finally {
        await database.dropDatabase()
        await client.close()
      }
    },
  )
})

/** Documents with a unique number `u`, a number `n` and a text: what the model below understands. */
function plainOperation(random: Random): Operation {
  const filter = (): Document =>
    random.pick([{ _id: random.below(8) }, { _id: { $in: [random.below(8), random.below(8)] } }])
  const many = (): Document => random.pick<Document>([filter(), { n: { $gte: random.below(5) } }, {}])
  const row = (): Row => ({ _id: random.below(8), u: random.below(12), n: random.below(6) })
  const write = (): Operation => {
    switch (random.below(4)) {
      case 0:
        return { kind: 'insert', documents: random.list(2, row), ordered: true }
      case 1:
        return {
          kind: 'update',
          filter: { _id: random.below(8) },
          update: random.pick<Document>([{ $set: { u: random.below(12) } }, { $inc: { n: 1 } }]),
          multi: false,
          upsert: random.chance(30),
        }
      case 2:
        return { kind: 'update', filter: many(), update: { $inc: { n: 1 } }, multi: true, upsert: false }
      default:
        return { kind: 'delete', filter: filter(), multi: true }
    }
  }
  if (random.chance(5)) return { kind: 'restart' }
  if (random.chance(20))
    return { kind: 'find', filter: many(), sort: { n: -1, _id: 1 }, skip: random.below(3), limit: 3, projection: {} }
  if (random.chance(30)) return { kind: 'transaction', operations: random.list(4, write), commits: random.chance(70) }
  return write()
}

/** A database as a list of documents, looked through from end to end. */
class Model {
  rows = new Map<number, Row>()

  execute(operation: Operation): unknown {
    if (operation.kind === 'transaction') {
      const before = new Map(this.rows)
      const answers: unknown[] = []
      for (const one of operation.operations) {
        answers.push(this.execute(one))
        if (isFailure(answers.at(-1))) break
      }
      if (!operation.commits || isFailure(answers.at(-1))) this.rows = before
      return answers
    }
    if (operation.kind === 'find') {
      const { skip, limit } = operation
      const sorted = this.#matching(operation.filter).sort((a, b) => (b['n'] ?? -1) - (a['n'] ?? -1) || a._id - b._id)
      return sorted.slice(skip, skip + limit)
    }
    if (operation.kind === 'insert') {
      for (const row of operation.documents) if (!this.#put(row, true)) return { code: 11000 }
      return operation.documents.length
    }
    if (operation.kind === 'delete') {
      const found = this.#matching(operation.filter)
      for (const { _id } of found) this.rows.delete(_id)
      return found.length
    }
    if (operation.kind !== 'update') throw new Error(operation.kind)
    const { filter, update, upsert } = operation
    const found = this.#matching(filter)
    const isInsert = found.length === 0 && upsert
    const changed = (isInsert ? [{ _id: filter['_id'] as number }] : found).map((row: Row) => ({
      ...row,
      ...update['$set'],
      ...(update['$inc'] && { n: (row['n'] ?? 0) + 1 }),
    }))
    const modified = changed.filter((row) => JSON.stringify(row) !== JSON.stringify(this.rows.get(row._id)))
    for (const row of modified) if (!this.#put(row, isInsert)) return { code: 11000 }
    return [isInsert ? 0 : found.length, isInsert ? 0 : modified.length, isInsert ? filter['_id'] : null]
  }

  #matching(filter: Document): Row[] {
    const ids = filter['_id']?.$in ?? (filter['_id'] === undefined ? undefined : [filter['_id']])
    return [...this.rows.values()].filter(
      (row) =>
        (ids === undefined || ids.includes(row._id)) && (filter['n'] === undefined || row['n'] >= filter['n'].$gte),
    )
  }

  #put(row: Row, isNew: boolean): boolean {
    if (isNew && this.rows.has(row._id)) return false
    if (row['u'] !== undefined && [...this.rows.values()].some(({ _id, u }) => u === row['u'] && _id !== row._id))
      return false
    this.rows.set(row._id, row)
    return true
  }
}

function isFailure(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'code' in answer
}

const indexSets = [
  [],
  [{ key: { u: 1 }, unique: true }, { key: { a: 1 } }],
  [{ key: { u: 1 }, unique: true, sparse: true }, { key: { a: 1, b: -1 } }],
  [{ key: { u: 1 }, unique: true, partialFilterExpression: { open: { $exists: true } } }, { key: { l: 1, b: 1 } }],
  [
    { key: { u: 1, open: 1 }, unique: true },
    { key: { 'd.x': 1 }, sparse: true },
  ],
] as const

/**
 * Any operation of the supported subset. Left out is what the other server is known to answer differently from MongoDB:
 * - null, missing values and arrays in unique fields: null and missing are not the same to it, and it misses repeated
 *   elements of arrays.
 * - updates of many documents that can fail in the middle: it takes the whole statement back.
 * - arrays in two fields of one index: it accepts them.
 * - the order of new fields, and which of several documents `updateOne` takes.
 * - `$unset` of dotted paths: it makes the parents.
 * - groups by a dotted path or by a field inside a document that may be missing: it mixes missing and null up.
 * - `$elemMatch` beside other conditions: it refuses some with error 115.
 * - `$inc` of a field that holds a boolean.
 */
function anyOperation(random: Random): Operation {
  const id = (): number => random.below(10)
  const scalar = (): unknown => random.pick([0, 1, 2, -1, 1.5, 'a', 'b', 'é', '', true, false, null, new Date(5)])
  /** What `$inc` meets: no booleans. */
  const addend = (): unknown => random.pick([0, 1, 1.5, 'a', null, new Date(5)])
  const list = (): unknown[] => random.list(3, () => random.pick([0, 1, 2, 'a', null]))
  const value = (): unknown =>
    random.chance(75) ? scalar() : random.pick<unknown>([[], list(), { x: scalar() }, { x: 1, y: 'a' }])
  const sub = (): unknown => random.pick<unknown>([{}, { x: scalar() }, { x: list() }, [{ x: 1 }, { x: scalar() }], 7])
  const rest = (): Document => ({
    ...(random.chance(70) && { a: value() }),
    ...(random.chance(70) && { b: scalar() }),
    ...(random.chance(50) && { d: sub() }),
    ...(random.chance(50) && { l: list() }),
    ...(random.chance(60) && { n: random.below(5) }),
  })
  const row = (): Row => ({ _id: id(), u: random.below(14), open: random.chance(50), ...rest() })
  const range = (): unknown => random.pick<unknown>([0, 1, 1.5, 'a', 'é', new Date(5)])
  const condition = (): unknown =>
    random.pick([
      value,
      () => ({ $eq: value() }),
      () => ({ $ne: value() }),
      () => ({ $gt: range() }),
      () => ({ $gte: range() }),
      () => ({ $lt: range() }),
      () => ({ $lte: range() }),
      () => ({ $gte: 0, $lt: 2 }),
      () => ({ $in: random.list(3, value) }),
      () => ({ $nin: random.list(3, value) }),
      () => ({ $exists: random.chance(50) }),
    ])()
  const field = (): string => random.pick(['a', 'b', 'l', 'n', 'u', 'd', 'd.x'])
  const filter = (depth = 1): Document => {
    if (depth > 0 && random.chance(20)) return { $or: random.list(2, () => filter(0)) }
    if (depth > 0 && random.chance(20)) return { $and: random.list(2, () => filter(0)) }
    return Object.fromEntries(random.list(2, () => [field(), condition()]))
  }
  const single = (): Document => ({ _id: id(), ...(random.chance(30) && { [random.pick(['a', 'b'])]: condition() }) })
  const change = (): Document =>
    random.pick<() => Document>([
      () => ({ $set: random.pick<Document>([{ a: value() }, { b: scalar() }]) }),
      () => ({ $set: { 'd.x': scalar(), b: scalar() } }),
      () => ({ $inc: { [random.pick(['n', 'n', 't', 'd.y'])]: random.pick<unknown>([1, -2, 0.5, 'x']) } }),
      () => ({ $push: { [random.pick(['l', 'l', 'a'])]: random.pick<unknown>([scalar(), { $each: list() }]) } }),
      () => ({ $unset: { [random.pick(['a', 'b', 'l'])]: '' } }),
      () => ({ $set: { u: random.below(14), open: random.chance(50) } }),
      () => ({ $set: { d: 1, 'd.x': 2 } }),
      () => ({ $set: { a: scalar() }, $inc: { n: 1 }, $push: { l: scalar() } }),
    ])()
  const update = (): Extract<Operation, { kind: 'update' }> => {
    if (random.chance(25))
      return { kind: 'update', filter: filter(), update: { $set: { t: addend() } }, multi: true, upsert: false }
    if (random.chance(20)) {
      const inserted = { $setOnInsert: { u: random.below(14), open: random.chance(50) }, $set: { b: scalar() } }
      return { kind: 'update', filter: { _id: id() }, update: inserted, multi: false, upsert: true }
    }
    return { kind: 'update', filter: single(), update: change(), multi: false, upsert: false }
  }
  const remove = (): Extract<Operation, { kind: 'delete' }> =>
    random.chance(70)
      ? { kind: 'delete', filter: single(), multi: false }
      : { kind: 'delete', filter: { b: { $gte: range() }, _id: { $gte: 5 } }, multi: true }
  const write = (): Operation => {
    if (random.chance(35)) return { kind: 'insert', documents: random.list(4, row), ordered: random.chance(60) }
    if (random.chance(50)) return update()
    if (random.chance(40)) return remove()
    if (random.chance(40)) return { kind: 'bulk', operations: random.list(4, () => random.pick([update, remove])()) }
    const kept = random.chance(70) ? change() : null
    return {
      kind: 'findAndModify',
      filter: single(),
      update: kept,
      upsert: false,
      returnsNew: kept !== null && random.chance(50),
    }
  }
  const read = (): Operation => {
    if (random.chance(30)) return { kind: 'aggregate', pipeline: pipeline() }
    const sort = Object.fromEntries([
      [random.pick(['b', 'n', 'u']), random.pick([1, -1] as const)],
      ['_id', 1 as const],
    ])
    const projection = random.pick<Document>([{}, { a: 1 }, { a: 0 }, { _id: 0, b: 1 }, { d: 1, b: 1 }, { _id: 0 }])
    const found = random.chance(10) ? { l: { $elemMatch: { $gte: range() } } } : filter()
    return { kind: 'find', filter: found, sort, skip: random.below(3), limit: random.below(6), projection }
  }
  const pipeline = (): Document[] => [
    { $match: filter() },
    ...(random.chance(40) ? [{ $unwind: '$l' }] : []),
    { $sort: { _id: 1 } },
    ...(random.chance(30) ? [{ $limit: 4 }] : []),
    {
      $group: {
        _id: random.pick<unknown>([null, '$b', '$a', { u: '$u', open: '$open' }]),
        count: { $sum: 1 },
        total: { $sum: random.pick<unknown>(['$n', '$b', { $multiply: ['$n', '$u'] }]) },
        least: { $min: '$b' },
        most: { $max: random.pick(['$b', '$a']) },
        last: { $last: '$a' },
      },
    },
  ]
  if (random.chance(4)) return { kind: 'restart' }
  if (random.chance(35)) return read()
  if (random.chance(20)) {
    const again = id()
    const replaced: Operation[] = [
      { kind: 'delete', filter: { _id: again }, multi: false },
      { kind: 'insert', documents: [{ ...row(), _id: again }], ordered: true },
    ]
    const others = random.list(3, () => (random.chance(25) ? read() : write()))
    return { kind: 'transaction', operations: [...others, ...replaced], commits: random.chance(75) }
  }
  return write()
}
