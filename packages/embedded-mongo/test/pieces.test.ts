import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { type Document, MongoClient, UUID } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { aggregate } from '../src/aggregate.ts'
import { encode } from '../src/bson-bytes.ts'
import { DocumentSet } from '../src/document-set.ts'
import { Entry } from '../src/entry.ts'
import { sortedInSteps } from '../src/pieces.ts'
import { compileFilter } from '../src/query.ts'
import { Selection } from '../src/selection.ts'
import { openStore, start, temporaryFolder, whenBuilt } from './fixture.ts'

describe('values that are sorted in steps', () => {
  it('are in order, each once, and no step is long', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3000), { maxLength: 4000 }), (values) => {
        let compared = 0
        const steps = sortedInSteps(values, (one, other) => {
          compared++
          return one - other
        })
        let [longest, step] = [0, steps.next()]
        for (; step.done !== true; step = steps.next()) {
          longest = Math.max(longest, compared)
          compared = 0
        }
        expect(step.value).toEqual([...new Set(values)].toSorted((one, other) => one - other))
        expect(longest).toBeLessThan(10_000)
      }),
      { numRuns: 30 },
    )
  })
})

const counted = { $group: { _id: null, n: { $sum: 1 } } }

const STATES = ['new', 'sent', 'lost']
const WORDS = ['ada', 'adam', 'bea', 'cleo', 'dan']
const COUNT = 1500

interface Line {
  readonly id: string
  readonly state: string
  readonly words: readonly string[]
  readonly at: Date
}

/** What is done to a document while an index is built; of a document that is not there, it is inserted. */
const change = fc.record({
  line: fc.nat(COUNT + 50),
  kind: fc.constantFrom('update', 'remove', 'again'),
  state: fc.constantFrom(...STATES),
  words: fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 3 }),
  at: fc.date({ min: new Date(0), max: new Date(5000), noInvalidDate: true }),
})

/** Until it is built, with its texts or dates in order. */
const changes = fc.array(change, { minLength: 80, maxLength: 150 })
const stepsBetween = fc.noBias(fc.integer({ min: 5, max: 60 }))

describe('what is built of many documents', () => {
  it.each<readonly [string, Document, Document, (line: Line) => boolean]>([
    ['an index', { state: 'sent' }, { at: -1, _id: -1 }, ({ state }) => state === 'sent'],
    [
      'texts in order',
      { words: { $elemMatch: { $gte: 'ad', $lt: 'ae' } } },
      { at: 1, _id: 1 },
      ({ words }) => words.some((word) => word.startsWith('ad')),
    ],
    ['an order of dates', {}, { at: -1, _id: -1 }, () => true],
  ])('holds all that changes meanwhile: %s', (_, query, order, isFound) => {
    fc.assert(
      fc.property(changes, stepsBetween, (given, everySteps) => {
        const set = new DocumentSet([
          { name: 'state', key: { state: 1 } },
          { name: 'words', key: { words: 1 } },
          { name: 'newest', key: { at: -1, _id: 1 } },
        ])
        const entries = new Map<string, Entry>()
        const lines = new Map<string, Line>()
        let sequence = 0
        const put = (line: Line, place = sequence++) => {
          const { id, ...fields } = line
          const entry = new Entry(place, encode({ _id: id, ...fields }))
          set.replace(entries.get(id), entry)
          entries.set(id, entry)
          lines.set(id, line)
        }
        const remove = (id: string) => {
          set.replace(entries.get(id), undefined)
          entries.delete(id)
          lines.delete(id)
        }
        for (let i = 0; i < COUNT; i++)
          put({
            id: `line-${i}`,
            state: STATES[i % 3]!,
            words: [`${WORDS[i % 5]!}${i % 1300}`],
            at: new Date((i * 7919) % 5000),
          })

        const left = [...given]
        let steps = 0
        const goOn = () => {
          if (steps++ % everySteps !== 0) return
          const next = left.pop()
          if (next === undefined) return
          const { line, kind, state, at } = next
          const words = next.words.map((word) => `${word}${line % 1300}`)
          const id = `line-${line}`
          const before = entries.get(id)
          if (kind === 'remove' && before !== undefined) return remove(id)
          if (kind === 'again' && before !== undefined) remove(id)
          put({ id, state, words, at }, entries.get(id)?.sequence)
        }
        const filter = compileFilter(query)
        const found = whenBuilt(() => [...set.candidates(filter)], goOn).filter((entry) => filter.matches(entry))
        const expected = [...lines.values()].filter(isFound)
        expect(found.map(({ idKey }) => idKey).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())

        const inOrder = whenBuilt(() => set.inOrder(filter, order), goOn)
        if (inOrder === undefined) return
        const ids = [...inOrder.entries].filter((entry) => filter.matches(entry)).map(({ idKey }) => idKey)
        const sorted = [...lines.values()].filter(isFound).toSorted((one, other) => {
          const dates = one.at.getTime() - other.at.getTime()
          return (dates === 0 ? (one.id < other.id ? -1 : 1) : dates) * (order['at'] as number)
        })
        expect(ids).toEqual(sorted.map(({ id }) => id))
      }),
      { numRuns: 25 },
    )
  })

  it('finds the documents of more texts than a function may have arguments', () => {
    const set = new DocumentSet([{ name: 'words', key: { words: 1 } }])
    for (let i = 0; i < 400; i++) {
      const words = Array.from({ length: 500 }, (_, j) => `w${i}-${j}`)
      set.replace(undefined, new Entry(i, encode({ _id: i, words })))
    }
    const beginning = { words: { $elemMatch: { $gte: 'w', $lt: 'x' } } }
    const filter = compileFilter({ $or: [beginning, { words: 'w7-7' }] })
    expect(new Set(whenBuilt(() => [...set.candidates(filter)])).size).toBe(400)
  })

  it('gives up an order of dates where many documents have none, and finds them all the same', () => {
    const set = new DocumentSet([{ name: 'newest', key: { at: -1, _id: 1 } }])
    for (let i = 0; i < 3000; i++) set.replace(undefined, new Entry(i, encode({ _id: `line-${i}`, at: null })))
    expect(whenBuilt(() => set.inOrder(compileFilter({}), { at: -1, _id: 1 }))).toBeUndefined()
    set.replace(undefined, new Entry(3000, encode({ _id: 'dated', at: new Date(1) })))
    expect(set.inOrder(compileFilter({}), { at: -1, _id: 1 })).toBeUndefined()
  })
})

describe('arrays that are opened to be counted', () => {
  it('are opened one after the other, so that no step opens many and they are never in memory together', () => {
    const entries = Array.from({ length: 500 }, (_, i) => {
      const words = Array.from({ length: 40 }, (_, j) => `w${(i + j) % 50}`)
      return new Entry(i, encode({ _id: i, words }))
    })
    let stepsSinceRead = 0
    for (const entry of entries)
      Object.defineProperty(entry, 'transientBytes', {
        get() {
          stepsSinceRead = 0
          return entry.bytes
        },
      })
    const everything = () => new Selection(entries, () => true, { limit: Infinity, turns: () => 0 })
    const pipeline = [{ $unwind: '$words' }, { $group: { _id: '$words', count: { $sum: 1 } } }]
    const steps = aggregate(pipeline, everything, () => undefined)
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) stepsSinceRead++
    expect(step.value).toHaveLength(50)
    expect(step.value.every(({ count }) => count === 400)).toBe(true)
    // A document has 40, and eight are counted in a step.
    expect(stepsSinceRead).toBeLessThan(10)
  })
})

describe('a question that looks at many documents', () => {
  async function manyLines() {
    const opened = openStore()
    const documents = Array.from({ length: 30_000 }, (_, i) => ({ _id: `line-${i}`, n: i, at: new Date(i) }))
    for (let from = 0; from < documents.length; from += 5000)
      await opened.run({
        insert: 'rows',
        documents: documents.slice(from, from + 5000).map((document) => encode(document)),
      })
    return opened
  }
  const count = (filter: Document) => ({ aggregate: 'rows', pipeline: [{ $match: filter }, counted], cursor: {} })

  it.each([
    ['a count', count({ n: { $gte: 100 } }), { cursor: { firstBatch: [{ n: 29_900 }] } }],
    ['sums', { ...count({}), pipeline: [{ $group: { _id: null, n: { $sum: '$n' } } }] }, { ok: 1 }],
    ['a sort', { find: 'rows', sort: { n: -1 }, limit: 1 }, { cursor: { firstBatch: [{ n: 29_999 }] } }],
    [
      'a walk in order',
      { find: 'rows', filter: { n: 3 }, sort: { at: -1, _id: -1 }, limit: 1 },
      { cursor: { firstBatch: [{ n: 3 }] } },
    ],
  ])('lets others be answered meanwhile: %s', async (_, command, expected) => {
    const { run, close } = await manyLines()
    await run({ createIndexes: 'rows', indexes: [{ key: { at: -1, _id: -1 }, name: 'newest' }] })
    const order: string[] = []
    const asked = run(command).finally(() => order.push('many'))
    await run({ find: 'rows', filter: { _id: 'line-7' } }).finally(() => order.push('one'))
    expect(order).toEqual(['one'])
    expect(await asked).toMatchObject(expected)
    await close()
  })

  it.each([
    ['a count', count({ n: { $gte: 100 } })],
    ['a sort', { find: 'rows', sort: { n: -1 }, limit: 1 }],
  ])('is given up when its time is over, between two pieces: %s', async (_, command) => {
    const { run, close } = await manyLines()
    expect(await run({ ...command, maxTimeMS: 1 })).toMatchObject({ ok: 0, code: 50 })
    // Of few documents it is answered at once, and 0 is no limit.
    expect(await run({ find: 'rows', filter: { _id: 'line-7' }, maxTimeMS: 1 })).toMatchObject({ ok: 1 })
    expect(await run({ ...command, maxTimeMS: 0 })).toMatchObject({ ok: 1 })
    await close()
  })

  it('finds as many as are asked for, whatever goes and comes back meanwhile', async () => {
    const { run, close } = await manyLines()
    const asked = run({ ...count({}), pipeline: [{ $match: { n: { $gte: 0 } } }, { $limit: 30_001 }, counted] })
    const atOnce = { writeConcern: { w: 1 } }
    void run({ delete: 'rows', deletes: [{ q: { _id: 'line-1' }, limit: 1 }], ...atOnce })
    void run({ insert: 'rows', documents: [encode({ _id: 'line-1', n: 1 }), encode({ _id: 'new', n: 1 })], ...atOnce })
    expect(await asked).toMatchObject({ cursor: { firstBatch: [{ n: 30_001 }] } })
    await close()
  })

  it('finds once what goes and comes back meanwhile', async () => {
    const { run, close } = await manyLines()
    const asked = run(count({ n: { $gte: 0 } }))
    await run({ delete: 'rows', deletes: [{ q: { _id: 'line-1' }, limit: 1 }] })
    await run({ insert: 'rows', documents: [encode({ _id: 'line-1', n: 1 })] })
    expect(await asked).toMatchObject({ cursor: { firstBatch: [{ n: 30_000 }] } })
    await close()
  })
})

describe('a question of a transaction about many documents', () => {
  const COUNT_ROWS = 60_000
  type Row = Document & { _id: number }
  async function manyRows() {
    const opened = openStore()
    const documents = Array.from({ length: COUNT_ROWS }, (_, i) => ({ _id: i, n: i, state: i % 2 ? 'new' : 'sent' }))
    await opened.run({ insert: 'rows', documents: documents.map((document) => encode(document)) })
    await opened.run({ createIndexes: 'rows', indexes: [{ key: { state: 1 }, name: 'state' }] })
    const update = (q: Document, u: Document, more: Document = {}) =>
      opened.run({ update: 'rows', updates: [{ q, u }], writeConcern: { w: 1 }, ...more })
    return { ...opened, update }
  }
  const inTransaction = () => ({ lsid: { id: new UUID() }, txnNumber: 1, autocommit: false, startTransaction: true })

  it.each<[string, Document, Document]>([
    ['a search', { find: 'rows', filter: { n: COUNT_ROWS - 1 } }, { firstBatch: [{ _id: COUNT_ROWS - 1 }] }],
    ['a sort', { find: 'rows', sort: { n: -1 }, limit: 1 }, { firstBatch: [{ _id: COUNT_ROWS - 1 }] }],
    [
      'a count',
      { aggregate: 'rows', pipeline: [{ $match: { n: { $gte: 5 } } }, counted], cursor: {} },
      { firstBatch: [{ n: COUNT_ROWS - 5 }] },
    ],
  ])('lets others be answered meanwhile, and is given up when its time is over: %s', async (_, command, cursor) => {
    const { run, close } = await manyRows()
    const order: string[] = []
    const asked = run({ ...command, ...inTransaction() }).finally(() => order.push('many'))
    await run({ find: 'rows', filter: { _id: 7 } }).finally(() => order.push('one'))
    expect(order).toEqual(['one'])
    expect(await asked).toMatchObject({ ok: 1, cursor })
    expect(await run({ ...command, ...inTransaction(), maxTimeMS: 1 })).toMatchObject({ ok: 0, code: 50 })
    await close()
  })

  it.each<[string, Document, (row: Row) => boolean]>([
    ['all', {}, () => true],
    ['a group of an index', { filter: { state: 'sent' } }, ({ state }) => state === 'sent'],
    ['many of them', { filter: { n: { $gte: 0 } }, limit: COUNT_ROWS - 20 }, ({ n }) => n !== 'mine'],
    ['the first in an order', { sort: { n: -1 }, limit: 59_000 }, ({ n }) => n === 'mine' || (n as number) >= 1001],
  ])('sees each as it was when it began, and its own: %s', async (_, question, isFound) => {
    const { run, update, close } = await manyRows()
    const { startTransaction: _start, ...own } = inTransaction()
    await update({ _id: 3 }, { $set: { n: 'mine' } }, { ...own, startTransaction: true })
    const before = Array.from({ length: COUNT_ROWS }, (_, i): Row => {
      return { _id: i, n: i === 3 ? 'mine' : i, state: i % 2 ? 'new' : 'sent' }
    })
    const over = { is: false }
    const asked = run({ find: 'rows', ...question, batchSize: COUNT_ROWS, ...own }).finally(() => (over.is = true))
    // How many of them were answered while it was asked: between two of its pieces there may be many.
    let changes = 0
    const change = (changing: Promise<unknown>) => changing.then(() => (changes += over.is ? 0 : 1))
    for (let at = 0; !over.is; at++) {
      const [early, late] = [10 + 5 * at, COUNT_ROWS - 5 - 5 * at]
      for (const id of [early, late]) {
        await change(update({ _id: id }, { $set: { n: -7, state: id % 2 ? 'sent' : 'new' } }))
        await change(run({ delete: 'rows', deletes: [{ q: { _id: id + 1 }, limit: 1 }], writeConcern: { w: 1 } }))
        await change(run({ delete: 'rows', deletes: [{ q: { _id: id + 2 }, limit: 1 }], writeConcern: { w: 1 } }))
        const again = [encode({ _id: id + 2, n: -8, state: 'sent' }), encode({ _id: -id, n: -9, state: 'sent' })]
        await change(run({ insert: 'rows', documents: again, writeConcern: { w: 1 } }))
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(changes).toBeGreaterThan(1)
    const { cursor } = await asked
    const found: Row[] = []
    for (let part = cursor as Document; ;) {
      found.push(...((part['firstBatch'] ?? part['nextBatch']) as Row[]))
      if (String(part['id']) === '0') break
      part = (await run({ getMore: part['id'] as unknown, collection: 'rows', ...own }))['cursor'] as Document
    }
    const expected = before.filter(isFound)
    const ids = new Set(found.map(({ _id: id }) => id))
    expect(ids.size).toBe(found.length)
    expect(found).toHaveLength(Math.min(expected.length, (question['limit'] as number | undefined) ?? Infinity))
    expect(found.every((row) => isFound(row) && row['n'] === before[row._id]?.['n'])).toBe(true)
    await close()
  })

  it('is refused when the transaction ends meanwhile', async () => {
    const { run, close } = await manyRows()
    const own = inTransaction()
    const asked = run({ find: 'rows', filter: { n: COUNT_ROWS - 1 }, ...own })
    const { startTransaction: _start, ...rest } = own
    await run({ abortTransaction: 1, ...rest })
    expect(await asked).toMatchObject({ ok: 0, code: 251 })
    await close()
  })
})

describe('a first question about many documents', () => {
  it('lets others be answered meanwhile, and holds back what cannot be told yet', async () => {
    const dataDir = temporaryFolder()
    const first = await start({ dataDir, durability: 'process-crash-safe' })
    const filling = await MongoClient.connect(first.uri)
    const rows = filling.db().collection<Document & { _id: number }>('rows')
    await rows.createIndex({ email: 1 }, { unique: true })
    await rows.createIndex({ words: 1 })
    for (let from = 0; from < 40_000; from += 10_000)
      await rows.insertMany(
        Array.from({ length: 10_000 }, (_, i) => ({
          _id: from + i,
          email: `${from + i}@example.com`,
          words: [`w${from + i}`, `x${i % 7}`],
        })),
      )
    await filling.close()
    await first.stop()

    const second = await start({ dataDir, durability: 'process-crash-safe' })
    const client = await MongoClient.connect(second.uri)
    const again = client.db().collection<Document & { _id: number }>('rows')
    const order: string[] = []
    const note = <T>(name: string, asked: Promise<T>): Promise<T> => asked.finally(() => order.push(name))
    const beginning = { words: { $elemMatch: { $gte: 'x3', $lt: 'x4' } } }
    const search = note('search', again.find(beginning).sort({ _id: -1 }).limit(5).toArray())
    const taken = note(
      'taken',
      again.insertOne({ _id: 90_000, email: '7@example.com' }).catch((error) => error),
    )
    const others = note('others', again.updateOne({ _id: 4 }, { $set: { words: ['x3'] } }))
    await note('by id', again.findOne({ _id: 5 }))
    expect(order).toEqual(['by id'])
    expect(await taken).toMatchObject({ code: 11000 })
    expect((await search).map(({ _id: id }) => id)).toEqual([39_999, 39_992, 39_985, 39_978, 39_971])
    await others
    expect(order.slice(-3)).toContain('search')
    expect(await again.countDocuments(beginning)).toBe(5717)
    await client.close()
    await second.stop()
    rmSync(dataDir, { recursive: true })
  })

  it('changes nothing twice where a value is unique, of several documents that one update changes', async () => {
    const { run, store, close } = openStore()
    const documents = Array.from({ length: 3000 }, (_, i) => ({ _id: i, n: 0, ...(i > 0 && { code: i }) }))
    await run({ insert: 'rows', documents: documents.map((document) => encode(document)) })
    const partialFilterExpression = { code: { $exists: true } }
    const index = { key: { code: 1 }, name: 'code', unique: true, partialFilterExpression }
    await run({ createIndexes: 'rows', indexes: [index] })
    store.find('shop', 'rows')?.documents.forgetIndexes()
    const ids = { _id: { $in: [0, 1, 2] } }
    const reply = await run({ update: 'rows', updates: [{ q: ids, u: { $inc: { n: 1 } }, multi: true }] })
    expect(reply).toMatchObject({ ok: 1, n: 3, nModified: 3 })
    expect(await run({ find: 'rows', filter: ids })).toMatchObject({
      cursor: { firstBatch: [{ n: 1 }, { n: 1 }, { n: 1 }] },
    })
    await close()
  })

  it('is answered in a transaction, and refused in one that ends while it waits', async () => {
    const { run, store, close } = openStore()
    const documents = Array.from({ length: 3000 }, (_, i) => ({ _id: i, state: STATES[i % 3] }))
    await run({ insert: 'rows', documents: documents.map((document) => encode(document)) })
    await run({ createIndexes: 'rows', indexes: [{ key: { state: 1 }, name: 'state' }] })
    const lsid = { id: new UUID() }
    const find = (txnNumber: number) =>
      run({
        find: 'rows',
        filter: { state: 'sent' },
        limit: 2,
        lsid,
        txnNumber,
        autocommit: false,
        startTransaction: true,
      })
    const forget = () => store.find('shop', 'rows')?.documents.forgetIndexes()
    forget()
    expect(await find(1)).toMatchObject({ ok: 1, cursor: { firstBatch: [{ _id: 1 }, { _id: 4 }] } })
    forget()
    const waiting = find(2)
    await run({ abortTransaction: 1, lsid, txnNumber: 2, autocommit: false })
    expect(await waiting).toMatchObject({ ok: 0, code: 251 })
    await close()
  })
})
