import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { startEmbeddedMongo } from '@superprinter/embedded-mongo'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleProgram, type BundledProgram } from './testing/killable-process.ts'
import { patient } from './testing/patience.ts'
import { shopEnvironment } from './testing/shop-environment.ts'

const SECRET = 'Vq3nB8xT1mZr6KpWd0YhLs5JcGu9EaFo'

let program: BundledProgram
let folder: string
/** The data folder of a shop that was stopped. */
let shop: string
/** What it exported. */
let whole: string

beforeAll(async () => {
  program = await bundleProgram('src/data.ts')
  folder = await mkdtemp(join(tmpdir(), 'superprinter-commands-'))
  shop = join(folder, 'shop')
  const database = await startEmbeddedMongo({ dataDir: join(shop, 'database'), durability: 'process-crash-safe' })
  const client = await mongoose.mongo.MongoClient.connect(database.uri)
  await client.db().collection('products').insertOne({ name: 'Printer' })
  await client.close()
  await database.stop()
  whole = join(folder, 'whole')
  expect(await run(['export', whole], { JWT_SECRET: SECRET })).toMatchObject({ code: 0, failed: '' })
})
afterAll(async () => {
  await program.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Runs `npm run data -- …` and waits for its end. */
async function run(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [program.file, ...args], {
    env: shopEnvironment(shop, 0, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patient(20_000),
    killSignal: 'SIGKILL',
  })
  const [[code], failed, said] = await Promise.all([once(child, 'exit'), text(child.stderr), text(child.stdout)])
  return { code: code as unknown, failed, said }
}

async function expectRefusal(args: readonly string[], sentence: RegExp, settings?: Readonly<Record<string, string>>) {
  const { code, failed, said } = await run(args, settings)
  expect(failed.trimEnd().split('\n')).toEqual([expect.stringMatching(sentence)])
  expect([code, said]).toEqual([1, ''])
}

describe('an export', () => {
  it.each<[what: string, path: () => string, sentence: RegExp]>([
    [
      'into a folder that is not there',
      () => join(folder, 'no', 'x.gz'),
      /no\/x\.gz .* folder .* not there: make it, or/,
    ],
    ['under the name of a folder', () => folder, /is a folder: name a file in it/],
    ['below a file', () => join(whole, 'x.gz'), /a part of its path is a file: name another file/],
    ['under a name that is too long', () => join(folder, 'x'.repeat(300)), /name is too long: choose a shorter one/],
    ['under a name that is taken', () => whole, /exists already: name another file, or delete it/],
    ['without a name', () => '', /^Say `npm run data -- export FILE`/],
    ['under a name that is an option', () => '--help', /^Say `npm run data -- export FILE`/],
  ])('%s is refused in one line', async (_, path, sentence) => {
    const before = await readdir(folder)
    await expectRefusal(['export', path()], sentence)
    expect(await readdir(folder)).toEqual(before)
    expect(existsSync('--help')).toBe(false)
  })
})

describe('an import', () => {
  const fileOf = async (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }

  it.each<[what: string, path: () => string | Promise<string>, sentence: RegExp]>([
    ['that is not there', () => join(folder, 'missing'), /^There is no file .*missing\.$/],
    ['below a file', () => join(whole, 'x'), /a part of its path is a file: name another file/],
    ['that is a folder', () => folder, /is a folder: name the file that the export wrote/],
    // Like a pipe, which can be read once only.
    ['that is a device', () => '/dev/null', /is no ordinary file: write what it gives into one, and import that/],
    [
      'that is compressed, and named as if it were not',
      async () => fileOf('packed', gzipSync(await readFile(whole))),
      /is compressed: give it a name that ends in \.gz/,
    ],
    ['of another program', () => fileOf('list.csv', 'id,name\n'), /is no export of the shop/],
  ])('of a file %s is refused in one line', async (_, path, sentence) => {
    await expectRefusal(['import', await path()], sentence, { DATA_DIR: join(folder, 'new') })
  })

  it('of a file that is not there leaves no database behind', async () => {
    const DATA_DIR = join(folder, 'untouched')
    await expectRefusal(['import', join(folder, 'missing')], /^There is no file/, { DATA_DIR })
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('says what is left to do when the data is there and the data folder cannot be written', async () => {
    const server = await startEmbeddedMongo({ dataDir: join(folder, 'server'), durability: 'process-crash-safe' })
    try {
      const settings = { MONGODB_URI: server.uri, DATA_DIR: join(whole, 'data') }
      const { code, failed, said } = await run(['import', whole], settings)
      expect(said).toContain('Imported 1 documents')
      expect(said).toMatch(
        /The file's JWT_SECRET cannot be kept in DATA_DIR \(a part of its path is a file; choose another path\): start the shop with the same one, or customers must sign in again\./,
      )
      expect([code, failed]).toEqual([0, ''])
    } finally {
      await server.stop()
    }
  })

  it('of a backup says which invoice comes next after the last one that it is told, in either order', async () => {
    const options = ['--last-invoice=INV-100250', '--skip-order-numbers=20']
    for (const [index, given] of [options, options.toReversed()].entries()) {
      const done = await run(['import', whole, ...given], { DATA_DIR: join(folder, `restored-${index}`) })
      expect(done).toMatchObject({ code: 0, failed: '' })
      expect(done.said).toContain('The next invoice is INV-100251.')
    }
  })

  it.each([['--last-invoice=RMA-1'], ['--last-invoice=1', '--last-invoice=1'], ['--skip=1']])(
    'that is told %s says how it is written',
    (...options) =>
      expectRefusal(['import', whole, ...options], /^Say `npm run data/, { DATA_DIR: join(folder, 'new') }),
  )

  it('puts the secret where the next start finds it', async () => {
    const DATA_DIR = join(folder, 'second')
    await mkdir(join(DATA_DIR, 'catalog-index'), { recursive: true })
    expect(await run(['import', whole], { DATA_DIR })).toMatchObject({ code: 0, failed: '' })
    expect(await readFile(join(DATA_DIR, 'jwt-secret'), 'utf8')).toBe(`${SECRET}\n`)
    expect((await stat(join(DATA_DIR, 'jwt-secret'))).mode & 0o777).toBe(0o600)
    expect(existsSync(join(DATA_DIR, 'catalog-index'))).toBe(false)
  })
})
