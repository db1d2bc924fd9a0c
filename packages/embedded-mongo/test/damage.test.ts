import { spawn } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { open } from 'lmdb'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { encode } from '../src/bson-bytes.ts'
import { readDataFile } from '../src/data-file.ts'
import { Disk } from '../src/disk.ts'
import { distEntry, ensureBuilt, start, temporaryFolder } from './fixture.ts'

const dataDir = temporaryFolder()
const file = join(dataDir, 'documents', 'data.mdb')
const copy = join(dataDir, 'copy')
const page = 4096
/** More than one level of pages, and documents of more than one page. */
const rows = Array.from({ length: 3000 }, (_, i) => ({ _id: i, text: 'x'.repeat(i % 50 === 0 ? 20_000 : 300) }))

beforeAll(async () => {
  const server = await start({ dataDir, durability: 'process-crash-safe' })
  const client = await MongoClient.connect(server.uri)
  const collection = client.db().collection<(typeof rows)[number]>('rows')
  await collection.insertMany(rows)
  await collection.updateMany({ _id: { $lt: 500 } }, { $set: { text: 'short' } })
  await client.close()
  await server.stop()
  copyFileSync(file, copy)
})
beforeEach(() => copyFileSync(copy, file))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** What a process of its own says that starts the database and reads everything. */
async function startAndRead(): Promise<string> {
  ensureBuilt()
  const program = `
    import { startEmbeddedMongo } from ${JSON.stringify(pathToFileURL(distEntry).href)}
    import { MongoClient } from 'mongodb'
    try {
      const server = await startEmbeddedMongo({ dataDir: ${JSON.stringify(dataDir)} })
      const client = await MongoClient.connect(server.uri)
      const found = await client.db().collection('rows').find().toArray()
      console.log(found.length + ' documents')
      await client.close()
      await server.stop()
    } catch (error) {
      console.log(error.name + ': ' + error.message)
      process.exit()
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  const said = (await buffer(child.stdout)).toString().trim()
  expect(await ended).toBe(0)
  return said
}

function overwrite(at: number, length: number): void {
  const garbage = Buffer.from(Array.from({ length }, (_, i) => (i * 7919 + at) % 251))
  const opened = openSync(file, 'r+')
  writeSync(opened, garbage, 0, length, at)
  closeSync(opened)
}

it.each<[what: string, damage: () => void, words: string]>([
  ['that is empty', () => truncateSync(file, 0), 'is empty'],
  ['of 100 bytes', () => truncateSync(file, 100), 'is cut off'],
  ['that is cut in half', () => truncateSync(file, page * 100), 'is cut off'],
  ['with garbage at its head', () => overwrite(0, 2 * page), 'is damaged or is not the data of this shop'],
  [
    'with garbage on every sixteenth page',
    () => {
      for (let at = 16 * page; at < statSync(file).size; at += 16 * page) overwrite(at, page)
    },
    'is damaged',
  ],
  ['of a later version', () => overwriteVersion(3), 'was written by another version of the database'],
  ['that is a text', () => writeFileSync(file, 'a shopping list'.repeat(1000)), 'is not the data of this shop'],
])('a data file %s is refused in one sentence that says what to do, and stays as it is', async (_, damage, words) => {
  damage()
  const before = readFileSync(file)
  const said = await startAndRead()
  expect(said).toMatch(/^DataFolderError: The data file .*: restore the newest copy .*, or move it away .*\.$/)
  expect(said).toContain(words)
  expect(said).toContain(dataDir)
  expect(readFileSync(file).equals(before)).toBe(true)
})

function overwriteVersion(version: number): void {
  const bytes = readFileSync(file)
  for (const at of [0, page]) bytes.writeUInt32LE(version, at + 28)
  writeFileSync(file, bytes)
}

it('a data file of another program is refused', async () => {
  rmSync(file)
  const other = open<Buffer, string>({ path: join(dataDir, 'documents'), encoding: 'binary' })
  await other.put('a key', Buffer.from('a value'))
  await other.close()
  expect(await startAndRead()).toContain('is damaged')
})

it.each<[what: string, key: (string | number)[]]>([
  ['a document whose number is written otherwise', ['d', 1, 'seven']],
  ['a collection whose number is written otherwise', ['c', 'one']],
  ['a letter that nothing here begins with', ['x', 1]],
])('a data file with %s is refused, and not read without it', async (_, key) => {
  const later = open<Buffer, (string | number)[]>({ path: join(dataDir, 'documents'), encoding: 'binary' })
  await later.put(key, encode({ _id: 1 }))
  await later.close()
  expect(await startAndRead()).toContain('was written by another version of the database')
})

it('no damage of a single page makes a process end without a word', async () => {
  const pages = Math.floor(statSync(file).size / page)
  for (let round = 0; round < 12; round++) {
    copyFileSync(copy, file)
    overwrite(((round * 37) % pages) * page, page)
    // Garbage inside a long text is met by its reader.
    expect(await startAndRead()).toMatch(/^(3000 documents|DataFolderError: .*damaged.*|BSONError: .*)$/)
  }
})

it('a whole data file is read whole', async () => {
  expect(await startAndRead()).toBe('3000 documents')
})

it('a pass over the data file finds what LMDB finds, in its order', async () => {
  const places = [0, 1, 7, 255, 256, 65_535, 65_536, 1_234_567, 2 ** 32, 2 ** 40 + 1]
  const folder = temporaryFolder()
  const disk = new Disk(folder, { durability: 'process-crash-safe', mappedBytes: 1024 })
  disk.open()
  for (const collection of [12, 1, 300]) {
    disk.writeCollection(collection, { database: 'shop', name: `rows${collection}`, indexes: [] })
    for (const place of places)
      for (const length of [1, 1500, 9000]) disk.write(collection, place + length, encode({ _id: 'x'.repeat(length) }))
  }
  disk.writeRecord('session', { ok: 1 })
  await disk.durable()
  const found = [...disk.stored()].map(({ bytes, ...place }) => ({ ...place, bytes: bytes.toString('latin1') }))
  await disk.close()
  const passed: typeof found = []
  for (const { bytes, ...place } of readDataFile(join(folder, 'documents', 'data.mdb'), folder))
    passed.push({ ...place, bytes: bytes.toString('latin1') })
  expect(found).toHaveLength(3 + 3 * places.length * 3)
  expect(passed).toEqual(found)
  rmSync(folder, { recursive: true })
})
