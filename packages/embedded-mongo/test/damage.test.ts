import { spawn } from 'node:child_process'
import { closeSync, copyFileSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
  ['that is cut in half', () => truncateSync(file, page * 100), 'is cut off'],
  [
    'with garbage on every sixteenth page',
    () => {
      for (let at = 16 * page; at < statSync(file).size; at += 16 * page) overwrite(at, page)
    },
    'is damaged',
  ],
])('a data file %s is refused in one sentence that says what to do, and stays as it is', async (_, damage, words) => {
  damage()
  const before = readFileSync(file)
  const said = await startAndRead()
  expect(said).toMatch(/^DataFolderError: The data file .*: restore the newest copy .*, or move it away .*\.$/)
  expect(said).toContain(words)
  expect(said).toContain(dataDir)
  expect(readFileSync(file).equals(before)).toBe(true)
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
