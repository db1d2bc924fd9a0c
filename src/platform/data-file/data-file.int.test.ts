import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { mongo } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Database } from '../database/database.ts'
import { DataRefused } from './errors.ts'
import { exportData } from './export-data.ts'
import { importData } from './import-data.ts'
import { fromLine, openSnapshot } from './snapshot.ts'
import { refuseUnfinishedImport } from './unfinished-import.ts'

const { Binary, Double, Int32, Long, ObjectId } = mongo.BSON
const SECRET = 'a-secret-that-signs-the-sessions-of-customers'
const onProgress = () => {}

let folder: string
let source: TestDatabase
let target: TestDatabase
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'superprinter-data-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0
beforeEach(async () => {
  file = join(folder, `shop-${(files += 1)}`)
  source = await openTestDatabase()
  target = await openTestDatabase()
  return async () => {
    await source.drop()
    await target.drop()
  }
})

const exportTo = (path: string, database: Database = source.database) =>
  exportData({ database, file: path, secret: SECRET, now: new Date(), onProgress })
const importFrom = (path: string, options: { onProgress?: typeof onProgress; signal?: AbortSignal } = {}) =>
  importData({ database: target.database, file: path, now: new Date(), onProgress, ...options })

interface Row extends mongo.BSON.Document {
  _id: number
}

async function fill(database: Database, rows: number): Promise<void> {
  const products = database.collection<Row>('products')
  for (let from = 0; from < rows; from += 1000) {
    const count = Math.min(1000, rows - from)
    await products.insertMany(
      Array.from({ length: count }, (_, at) => ({ _id: from + at, name: `Printer ${from + at} ü` })),
    )
  }
  await database.collection<{ _id: string; value: number }>('counters').insertOne({ _id: 'orders', value: 100_007 })
}

const rowsOf = async (database: Database, name: string) =>
  (await database.collection<Row>(name).find({}).toArray()).sort((one, other) => one._id - other._id)

describe('carrying data from one database to another', () => {
  it.each(['shop.jsonl', 'shop.jsonl.gz'])(
    'brings every document, in a file %s that only its owner reads',
    async (name) => {
      await fill(source.database, 1203)
      const path = join(folder, name)
      const exported = await exportTo(path)
      expect(exported.collections['products']?.documents).toBe(1203)
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      const imported = await importFrom(path)
      expect(imported.header.jwtSecret).toBe(SECRET)
      expect(imported.collections).toEqual(exported.collections)
      for (const collection of ['products', 'counters'])
        expect(await rowsOf(target.database, collection)).toEqual(await rowsOf(source.database, collection))
      await expect(refuseUnfinishedImport(target.database)).resolves.toBeUndefined()
    },
  )

  it('keeps the types of values, pictures included, also when it is carried back', async () => {
    const picture = new Binary(Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256)))
    const values = {
      _id: new ObjectId(),
      whole: new Int32(3),
      price: new Double(3),
      large: Long.fromNumber(2 ** 40),
      at: new Date('2026-11-22T10:00:00.123Z'),
      nothing: null,
      list: [1, [2], { three: 'ﬁ "quoted"\n' }],
      picture,
    }
    await source.database.collection('images').insertOne(values)
    const there = await exportTo(file)
    await importFrom(file)
    const [raw] = await target.database.collection('images').find({}, { promoteValues: false }).toArray()
    expect(raw).toMatchObject({
      whole: { _bsontype: 'Int32' },
      price: { _bsontype: 'Double' },
      large: { _bsontype: 'Long' },
    })
    const back = await exportTo(`${file}-back`, target.database)
    expect(back.collections['images']).toEqual(there.collections['images'])
  })

  it('exports what one moment held while others write', async () => {
    await fill(source.database, 3000)
    const accounts = source.database.collection<{ _id: string; pieces: number }>('accounts')
    const moved = source.database.collection<{ _id: string; pieces: number }>('zones')
    await accounts.insertOne({ _id: 'stock', pieces: 1000 })
    await moved.insertOne({ _id: 'sold', pieces: 0 })
    const closing = new AbortController()
    const selling = (async () => {
      while (!closing.signal.aborted)
        await source.database.transaction(async ({ session }) => {
          await accounts.updateOne({ _id: 'stock' }, { $inc: { pieces: -1 } }, { session })
          await moved.updateOne({ _id: 'sold' }, { $inc: { pieces: 1 } }, { session })
        })
    })()
    const exported = await exportTo(file)
    closing.abort()
    await selling
    // The independent server of the tests reads from no single moment, and the command says so.
    if (!exported.isConsistent) return
    await importFrom(file)
    const [stock] = await target.database.collection<{ _id: string; pieces: number }>('accounts').find({}).toArray()
    const [sold] = await target.database.collection<{ _id: string; pieces: number }>('zones').find({}).toArray()
    expect((stock?.pieces ?? 0) + (sold?.pieces ?? 0)).toBe(1000)
  })
})

describe('a snapshot', () => {
  it('keeps what is read last, however long the first collections take', async () => {
    for (const name of ['a', 'b'])
      await source.database.collection<Row>(name).insertMany(Array.from({ length: 350 }, (_, _id) => ({ _id })))
    const snapshot = await openSnapshot(source.database, 0)
    const commands = vi.spyOn(source.database.connection.db as mongo.Db, 'command')
    const asked = (name: string) => commands.mock.calls.filter(([{ collection }]) => collection === name).length
    for (const name of ['a', 'b']) {
      const ids: number[] = []
      for await (const lines of snapshot.read(name)) ids.push(...lines.map((line) => Number(fromLine(line)['_id'])))
      expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 350 }, (_, id) => id))
      // The independent server of the tests keeps its session alive by itself.
      if (snapshot.isConsistent && name === 'a') expect(asked('b')).toBeGreaterThan(2)
    }
    await snapshot.close()
  })
})

describe('an export', () => {
  it('never replaces a file, and leaves none when there is nothing to export', async () => {
    await expect(exportTo(file)).rejects.toThrowError('The database is empty')
    expect(existsSync(file)).toBe(false)
    await fill(source.database, 1)
    await writeFile(file, 'kept')
    await expect(exportTo(file)).rejects.toThrowError('exists already')
    expect(await readFile(file, 'utf8')).toBe('kept')
  })

  it('has its name only once it is whole, and replaces what a killed one has left', async () => {
    await fill(source.database, 3000)
    await writeFile(`${file}.part`, 'left by a process that was killed')
    const named: boolean[] = []
    const onProgress = () => void named.push(existsSync(file))
    const exported = await exportData({ database: source.database, file, secret: null, now: new Date(), onProgress })
    expect(named.length).toBeGreaterThan(1)
    expect(named).not.toContain(true)
    expect(existsSync(`${file}.part`)).toBe(false)
    expect((await importFrom(file)).collections).toEqual(exported.collections)
  })

  it('leaves a file alone that got its name meanwhile', async () => {
    await fill(source.database, 3)
    const onProgress = () => writeFileSync(file, 'kept')
    const exporting = exportData({ database: source.database, file, secret: null, now: new Date(), onProgress })
    await expect(exporting).rejects.toThrowError('exists already')
    expect(await readFile(file, 'utf8')).toBe('kept')
    expect(existsSync(`${file}.part`)).toBe(false)
  })

  it('never has the name of another one that writes the same file and is not whole', async () => {
    await fill(source.database, 3)
    const onProgress = () => {
      rmSync(`${file}.part`, { force: true })
      writeFileSync(`${file}.part`, 'half of another export')
    }
    const exporting = exportData({ database: source.database, file, secret: null, now: new Date(), onProgress })
    await expect(exporting).rejects.toThrowError('Another export writes to')
    expect(existsSync(file)).toBe(false)
  })

  it('leaves no file when it is broken off', async () => {
    await fill(source.database, 3000)
    const stopping = new AbortController()
    const exporting = exportData({
      database: source.database,
      file,
      secret: null,
      now: new Date(),
      onProgress: () => stopping.abort(),
      signal: stopping.signal,
    })
    await expect(exporting).rejects.toThrowError()
    expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false)
  })
})

describe('an import', () => {
  const refusal = async (path: string) => {
    const error = await importFrom(path).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DataRefused)
    const names = await target.database.connection.db?.listCollections().toArray()
    expect(names).toEqual([])
    return (error as DataRefused).message
  }

  it('refuses a database that is not empty, and changes nothing there', async () => {
    await fill(source.database, 3)
    await exportTo(file)
    await target.database.collection<Row>('orders').insertOne({ _id: 100_001 })
    await expect(importFrom(file)).rejects.toThrowError('The database is not empty (it has documents in "orders")')
    expect(await rowsOf(target.database, 'orders')).toHaveLength(1)
    expect(await rowsOf(target.database, 'products')).toHaveLength(0)
  })

  it('writes nothing of a file that is cut, altered, foreign, missing or newer', async () => {
    await fill(source.database, 700)
    await exportTo(file)
    const whole = await readFile(file, 'utf8')
    const lines = whole.split('\n')
    const broken: readonly (readonly [name: string, content: string | Buffer, sentence: string])[] = [
      ['cut in a line', whole.slice(0, whole.length - 500), 'was cut'],
      ['cut behind a line', lines.slice(0, 300).join('\n') + '\n', 'was cut'],
      ['only a header', `${lines[0]}\n`, 'was cut'],
      ['a value changed', whole.replace('Printer 5 ', 'Printer 6 '), 'was altered'],
      ['a line lost', lines.toSpliced(40, 1).join('\n'), 'was altered'],
      ['lines added', `${whole}{"_id":1}\n`, 'was altered'],
      ['a collection added', `${whole}["collection","more"]\n{"_id":1}\n`, 'was altered'],
      ['a line that is none', lines.toSpliced(40, 0, 'junk').join('\n'), 'was altered'],
      ['empty', '', 'is no export of the shop'],
      ['something else', 'id,name\n1,Printer\n', 'is no export of the shop'],
      ['JSON of others', '{"format":"other","version":1}\n', 'is no export of the shop'],
      ['newer', whole.replace('"version":1', '"version":2'), 'comes from a newer version'],
      ['cut.gz', gzipSync(whole).subarray(0, 900), 'was cut'],
      ['damaged.gz', Buffer.from('no gzip at all'), 'cannot be unpacked'],
    ]
    for (const [name, content, sentence] of broken) {
      const path = join(folder, name)
      await writeFile(path, content)
      expect(await refusal(path), name).toContain(sentence)
    }
    expect(await refusal(join(folder, 'missing'))).toContain('There is no file')
  })

  it('that was broken off keeps the shop from starting, and begins anew by itself', async () => {
    await fill(source.database, 3000)
    await exportTo(file)
    const stopping = new AbortController()
    const breaking = importFrom(file, { onProgress: () => stopping.abort(), signal: stopping.signal })
    await expect(breaking).rejects.toThrowError()
    await expect(refuseUnfinishedImport(target.database)).rejects.toThrowError('was not finished')
    await expect(exportTo(`${file}-half`, target.database)).rejects.toThrowError('half imported')
    await importFrom(file)
    await expect(refuseUnfinishedImport(target.database)).resolves.toBeUndefined()
    expect(await rowsOf(target.database, 'products')).toHaveLength(3000)
  })

  it('that is broken off while the file is checked leaves the database as it was, for a shop to begin there', async () => {
    await fill(source.database, 3)
    await exportTo(file)
    const stopping = new AbortController()
    const breaking = importFrom(file, { signal: stopping.signal })
    stopping.abort(new DataRefused('The import was broken off.'))
    await expect(breaking).rejects.toThrowError('was broken off')
    await expect(refuseUnfinishedImport(target.database)).resolves.toBeUndefined()
  })

  it('keeps the shop from starting until what belongs to the data is written beside the database', async () => {
    await fill(source.database, 3)
    await exportTo(file)
    const finish = () => {
      throw new Error('killed before the secret was written')
    }
    const breaking = importData({ database: target.database, file, now: new Date(), onProgress, finish })
    await expect(breaking).rejects.toThrowError('killed')
    expect(await rowsOf(target.database, 'products')).toHaveLength(3)
    await expect(refuseUnfinishedImport(target.database)).rejects.toThrowError('was not finished')
  })

  it('of a backup gives out no number again that was given out after it', async () => {
    await fill(source.database, 3)
    await exportTo(file)
    const raise = { orders: 1000, none: 0, returns: 1000 }
    const firstNumbers = { orders: 100_001, returns: 100_001 }
    await importData({ database: target.database, file, now: new Date(), onProgress, raise, firstNumbers })
    expect(await rowsOf(target.database, 'counters')).toMatchObject([
      { _id: 'orders', value: 101_007 },
      // Nobody had returned anything before.
      { _id: 'returns', value: 101_000 },
    ])
  })

  it('of a backup goes on after the last number that it is told, and refuses one that the backup is beyond', async () => {
    await fill(source.database, 3)
    await exportTo(file)
    const firstNumbers = { invoices: 100_001 }
    const importUpTo = (last: Readonly<Record<string, number>>) =>
      importData({ database: target.database, file, now: new Date(), onProgress, last, firstNumbers })
    await expect(importUpTo({ orders: 100_006 })).rejects.toThrowError(
      'The file has orders up to 100007, so 100006 is not the last one',
    )
    await expect(refuseUnfinishedImport(target.database)).rejects.toThrowError('was not finished')
    await importUpTo({ orders: 100_007, invoices: 100_250 })
    const counters = await target.database.collection('counters').find({}).sort({ _id: 1 }).toArray()
    expect(counters).toMatchObject([
      { _id: 'invoices', value: 100_250 },
      { _id: 'orders', value: 100_007 },
    ])
  })

  it('tells how far it is', async () => {
    await fill(source.database, 1203)
    await exportTo(`${file}.gz`)
    expect(gunzipSync(await readFile(`${file}.gz`)).toString('utf8')).toContain('"superprinter-data"')
    const seen: string[] = []
    await importFrom(`${file}.gz`, {
      onProgress: ({ step, collection, done, of }: { step: string; collection: string; done: number; of: number }) =>
        void seen.push(`${step} ${collection} ${done}/${of}`),
    } as never)
    expect(seen).toContain('importing products 1001/1204')
    expect(seen.at(-1)).toMatch(/^comparing products 120\d\/1204$/)
  })
})
