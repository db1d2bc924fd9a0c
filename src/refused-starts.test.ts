import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startEmbeddedMongo } from '@superprinter/embedded-mongo'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patient } from './testing/patience.ts'
import { shopEnvironment } from './testing/shop-environment.ts'

/** As it is built: what refuses a start is read by owners, and each start is short. */
const PROGRAM = 'dist/server/main.js'

let folder: string
/** The data folder of a shop that was stopped. */
let stopped: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'superprinter-refused-'))
  stopped = join(folder, 'stopped')
  const database = await startEmbeddedMongo({ dataDir: join(stopped, 'database'), durability: 'process-crash-safe' })
  const client = await mongoose.mongo.MongoClient.connect(database.uri)
  await client
    .db()
    .collection('products')
    .insertMany(Array.from({ length: 500 }, (_, i) => ({ name: `Printer ${i}` })))
  await client.close()
  await database.stop()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

interface Ending {
  readonly code: unknown
  readonly said: string
}

/**
 * Starts the shop on a folder and waits for its end.
 * @param addresses how many KB of addresses the process may reserve
 */
async function startOn(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  addresses?: number,
): Promise<Ending> {
  const { shown, ...ending } = await runOn(dataDir, settings, addresses)
  expect(shown).not.toContain('is open at')
  return ending
}

/** The same for a shop that may open, and is asked to end as soon as it did when `isClosed` says so. */
async function runOn(
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
  addresses?: number,
  isClosed = false,
): Promise<Ending & { readonly shown: string }> {
  const command = [process.execPath, PROGRAM]
  const limited = ['/bin/sh', '-c', `ulimit -v ${addresses} && exec "$0" "$@"`, ...command]
  const [file = '', ...args] = addresses === undefined ? command : limited
  const child = spawn(file, args, {
    env: shopEnvironment(dataDir, 0, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patient(20_000),
    killSignal: 'SIGKILL',
  })
  if (isClosed) child.stdout.on('data', (part) => String(part).includes('is open at') && child.kill())
  const [[code], said, shown] = await Promise.all([once(child, 'exit'), text(child.stderr), text(child.stdout)])
  return { code: code as unknown, said, shown }
}

const dataFile = (dataDir: string) => join(dataDir, 'database', 'documents', 'data.mdb')

it.each<[what: string, damage: (dataDir: string) => Promise<void>, sentence: RegExp]>([
  [
    'that is a file',
    async (dataDir) => {
      await rm(dataDir, { recursive: true })
      await writeFile(dataDir, 'not a folder')
    },
    /^DATA_DIR .* \(it is a file or a link to nothing; choose a folder\)$/,
  ],
  [
    'whose part for the database is a file',
    async (dataDir) => {
      await rm(join(dataDir, 'database'), { recursive: true })
      await writeFile(join(dataDir, 'database'), 'not a folder')
    },
    /is not a folder: choose another path\.$/,
  ],
  ['whose data file is empty', (dataDir) => truncate(dataFile(dataDir), 0), /is empty: restore the newest copy/],
  ['whose data file is cut', (dataDir) => truncate(dataFile(dataDir), 20_000), /is cut off: restore the newest copy/],
  [
    'whose data file is another program’s',
    (dataDir) => writeFile(dataFile(dataDir), 'a shopping list\n'.repeat(1000)),
    /is not the data of this shop: restore the newest copy/,
  ],
  ['whose secret is cut', (dataDir) => writeFile(join(dataDir, 'jwt-secret'), 'short', { mode: 0o600 }), /jwt-secret/],
])(
  'a data folder %s ends the start with one sentence that names it and says what to do',
  async (what, damage, sentence) => {
    const dataDir = join(folder, what.replaceAll(/\W/g, '-'))
    await cp(stopped, dataDir, { recursive: true })
    await damage(dataDir)
    const { code, said } = await startOn(dataDir)
    expect(said.trim()).toMatch(sentence)
    expect(said).toContain(dataDir)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  },
  patient(30_000),
)

it(
  'damage of what no start asks for ends an open shop with the same sentence, and nothing is written meanwhile',
  async () => {
    const dataDir = join(folder, 'found-late')
    await runOn(dataDir, {}, undefined, true)
    const database = await startEmbeddedMongo({ dataDir: join(dataDir, 'database') })
    const client = await mongoose.mongo.MongoClient.connect(database.uri)
    const entries = Array.from({ length: 500 }, (_, i) => ({ text: `entry ${i} of the log ${'x'.repeat(300)}` }))
    await client.db().collection('audit_log').insertMany(entries)
    await client.close()
    await database.stop()
    const bytes = await readFile(dataFile(dataDir))
    for (let at = bytes.indexOf('entry 250 of'); at >= 0; at = bytes.indexOf('entry 250 of'))
      bytes.fill(7, at - (at % 4096), at + 9)
    await writeFile(dataFile(dataDir), bytes)
    const { code, said, shown } = await runOn(dataDir)
    expect(shown).toContain('is open at')
    expect(said.trim()).toMatch(/^The data file .* is damaged: restore the newest copy .*\.$/)
    expect(code).toBe(1)
    expect((await readFile(dataFile(dataDir))).equals(bytes)).toBe(true)
  },
  patient(60_000),
)

// Below 2 GB V8 cannot begin, and says so itself.
it.runIf(process.platform === 'linux').each([4, 16, 64])(
  'a start that may reserve %i GB of addresses ends with one sentence that says what is short and how to lift it',
  async (gigabytes) => {
    const dataDir = join(folder, `addresses-${gigabytes}`)
    await cp(stopped, dataDir, { recursive: true })
    const { code, said } = await startOn(dataDir, {}, gigabytes * 1_000_000)
    expect(said.trim()).toMatch(
      /^This process may not reserve .* address space .*: lift the limit, with "ulimit -v unl/,
    )
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  },
  patient(30_000),
)

describe.each([
  ['a secret of its own', {}],
  ['a secret that is set', { JWT_SECRET: 'Vq3nB8xT1mZr6KpWd0YhLs5JcGu9EaFo' }],
])('a start with %s on a data folder that cannot be made', (_, settings) => {
  const refused: [where: string, path: () => Promise<string> | string, remedy: RegExp][] = [
    ['below a file', () => join(dataFile(stopped), 'data'), /a part of its path is a file; choose another/],
    ['with a name that is too long', () => join(folder, 'x'.repeat(300)), /too long; choose a shorter one/],
    ['with a path that is too long', () => join(folder, 'deeper/'.repeat(800)), /too long; choose a shorter one/],
    [
      'that is a link to nothing',
      async () => {
        const link = join(await mkdtemp(join(folder, 'link-')), 'data')
        await symlink(join(folder, 'nothing'), link)
        return link
      },
      /it is a file or a link to nothing; choose a folder/,
    ],
  ]
  // A file system of the kernel's own says of a folder that it cannot make that the one above is missing.
  if (process.platform === 'linux')
    refused.push([
      'where the system makes none',
      () => '/proc/superprinter',
      /nothing can be made there; choose another/,
    ])

  it.each(refused)(
    '%s is refused at once, in one line that names the setting',
    async (_where, path, remedy) => {
      const dataDir = await path()
      const { code, said } = await startOn(dataDir, settings)
      expect(said).toMatch(remedy)
      expect(said.startsWith(`DATA_DIR cannot be written to: ${dataDir} (`)).toBe(true)
      expect(said.trim().split('\n')).toHaveLength(1)
      expect(code).toBe(1)
    },
    patient(30_000),
  )
})
