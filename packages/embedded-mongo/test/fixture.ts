import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Collection, type Db, type Document, MongoClient, type MongoClientOptions } from 'mongodb'
import { afterAll, beforeAll } from 'vitest'
import { decode } from '../src/bson-bytes.ts'
import { Disk } from '../src/disk.ts'
import { Dispatcher } from '../src/dispatch.ts'
import { atOnce, Unbuilt } from '../src/pieces.ts'
import { Store } from '../src/store.ts'
import type { EmbeddedMongo, EmbeddedMongoOptions, startEmbeddedMongo } from '../src/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const distEntry = join(root, 'dist/index.cjs')

/** Builds dist/ when it is missing or older than a source file. */
export function ensureBuilt(): void {
  const built = statSync(join(root, 'dist/worker.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const newest = Math.max(...readdirSync(join(root, 'src')).map((name) => statSync(join(root, 'src', name)).mtimeMs))
  if (built < newest) execFileSync(process.execPath, [join(root, 'build.mjs')])
}

/** Starts a built server; the package's own door is the same code. */
export async function start(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  ensureBuilt()
  const built = (await import(distEntry)) as { startEmbeddedMongo: typeof startEmbeddedMongo }
  return built.startEmbeddedMongo(options)
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'embedded-mongo-'))
}

/** A database without a server, and what runs a command there. */
export function openStore({ mappedBytes = Infinity, cacheBytes = 1024 * 1024 } = {}) {
  const dataDir = temporaryFolder()
  const disk = new Disk(dataDir, { durability: 'process-crash-safe', mappedBytes })
  disk.open()
  const store = new Store(disk, cacheBytes)
  const dispatcher = new Dispatcher(store, () => ({}))
  const run = async (command: Document) => decode(await dispatcher.answer(() => ({ ...command, $db: 'shop' }), {}))
  const close = async () => {
    await disk.close()
    rmSync(dataDir, { recursive: true })
  }
  return { disk, store, dispatcher, run, close }
}

/** Takes in everything that is on the disk of a store. */
export function loadAll(store: Store): Store {
  store.load(store.disk)
  for (const collection of store.all()) atOnce(collection.read())
  return store
}

export interface Fixture {
  readonly server: EmbeddedMongo
  readonly client: MongoClient
  readonly db: Db
  readonly dataDir: string
  /** A collection of its own for one test. */
  collection(): Collection<Document & { _id?: unknown }>
  connect(options?: MongoClientOptions): Promise<MongoClient>
}

/** One server for all tests of a file, in a folder that is removed afterwards. */
export function useServer(options: Partial<EmbeddedMongoOptions> = {}): Fixture {
  const state: { server?: EmbeddedMongo; client?: MongoClient } = {}
  const dataDir = temporaryFolder()
  const others: MongoClient[] = []
  let count = 0
  beforeAll(async () => {
    state.server = await start({ dataDir, durability: 'process-crash-safe', ...options })
    state.client = await MongoClient.connect(state.server.uri)
  })
  afterAll(async () => {
    for (const client of [...others, state.client!]) await client.close()
    await state.server!.stop()
    rmSync(dataDir, { recursive: true })
  })
  return {
    dataDir,
    get server() {
      return state.server!
    },
    get client() {
      return state.client!
    },
    get db() {
      return state.client!.db()
    },
    collection: () =>
      state.client!.db().collection<Document & { _id?: unknown }>(`collection_${count++}`) as unknown as Collection<
        Document & { _id?: unknown }
      >,
    async connect(clientOptions) {
      const client = await MongoClient.connect(state.server!.uri, clientOptions)
      others.push(client)
      return client
    },
  }
}

/** Asks until all that it takes is built. @param onStep called in between, each time others could have their turn */
export function whenBuilt<T>(ask: () => T, onStep: () => void = () => {}): T {
  for (;;) {
    try {
      return ask()
    } catch (error) {
      if (!(error instanceof Unbuilt)) throw error
      for (const _ of error.steps()) onStep()
    }
  }
}

/** Waits until a condition holds; fails after ten seconds. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not happen within ten seconds')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
