import type { mongo } from 'mongoose'
import { afterAll, describe, expect, it } from 'vitest'
import { createCatalogModule, type CatalogModule } from '#modules/catalog'
import { systemClock } from '#platform/clock'
import { createCounters } from '#platform/database/counters'
import type { Database, IndexDescription, Transaction } from '#platform/database/database'
import type { JobHandler, Jobs } from '#platform/jobs/jobs'
import { createSeal } from '#platform/seal'
import { createLogger } from '#platform/logger'
import { createLiveEvents } from '../../../testing/events.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { plainEncoder } from '../../catalog/testing/product-builder.ts'
import { importFinished } from '../events.ts'
import { createImports } from './imports.ts'
import type { ProductImport } from './import.ts'
import { importProducts, undoImport } from './jobs.ts'
import { DEFAULTS } from './rules/read-row.ts'
import { aMixedList, anOldList } from './testing/price-lists.ts'

const BY = { person: { id: 'owner', name: 'Owner' }, address: '192.0.2.1' }
const opened: TestDatabase[] = []
afterAll(async () => {
  for (const { drop } of opened) await drop()
})

/** Called at moments at which a worker may be killed; kills it by throwing. */
type KillAt = (moment: 'before' | 'inside' | 'between') => void

/** Imports on a database of their own, with jobs that the test runs and kills. */
async function openImports() {
  const test = await openTestDatabase()
  opened.push(test)
  const { database } = test
  const logger = createLogger('silent')
  const events = createLiveEvents(logger)
  const catalog = createCatalogModule({
    database,
    counters: createCounters(database),
    events,
    clock: systemClock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn: 'memory',
    keptIndex: null,
    logger,
  })
  let killAt: KillAt = () => {}
  let actBeforeWrite: ((catalog: CatalogModule) => Promise<void>) | null = null
  const interrupted: Pick<
    CatalogModule,
    'findProducts' | 'listIdsForStaff' | 'findProductsByKeys' | 'areUnchanged' | 'writeProducts'
  > = {
    listIdsForStaff: catalog.listIdsForStaff,
    findProducts: catalog.findProducts,
    findProductsByKeys(tx, keys) {
      killAt('before')
      return catalog.findProductsByKeys(tx, keys)
    },
    async areUnchanged(tx, products) {
      const act = actBeforeWrite
      actBeforeWrite = null
      await act?.(catalog)
      return catalog.areUnchanged(tx, products)
    },
    async writeProducts(tx: Transaction, writes) {
      const ids = await catalog.writeProducts(tx, writes)
      killAt('inside')
      return ids
    },
  }
  const enqueued: { name: string; payload: unknown }[] = []
  const jobs: Pick<Jobs, 'enqueue' | 'enqueueMany' | 'repeatDaily' | 'endDaily'> = {
    enqueue: async (_tx, job, payload) => String(enqueued.push({ name: job.name, payload })),
    enqueueMany: async () => [],
    repeatDaily: async () => {},
    endDaily: async () => {},
  }
  const ended: string[] = []
  events.listen(importFinished, 'test.collect-ends', ({ payload }) => void ended.push(payload.state))
  const feature = createImports({
    database,
    events,
    jobs,
    clock: systemClock,
    catalog: interrupted,
    audit: { record: async () => {} },
    fetchRemoteFile: async () => null,
    seal: createSeal(['the-secret-of-the-shop-now-1234-9876'], 'tests'),
    mailRecipients: async () => [],
    shopUrl: 'http://localhost',
  })
  const imports = feature.api
  const handlers = new Map<string, JobHandler<never>>([
    [importProducts.name, (payload, { signal }) => feature.runImport(payload, signal)],
    [undoImport.name, (payload, { signal }) => feature.undoImport(payload, signal)],
  ])
  await database.buildIndexes()

  return {
    imports,
    database,
    /** Runs `act` after the next group's rows are decided, and before they are written. */
    beforeNextWrite: (act: (catalog: CatalogModule) => Promise<void>) => void (actBeforeWrite = act),
    async send(csv: string, request: { mode: 'create' | 'upsert'; preview?: boolean }): Promise<ProductImport> {
      const bytes = (async function* () {
        yield Buffer.from(csv)
      })()
      const file = await imports.storeFile({ fileName: 'prices.csv', mimeType: 'text/csv', bytes })
      return imports.begin(
        file,
        { mode: request.mode, blank: 'keep', until: request.preview === true ? 'preview' : 'import' },
        BY,
      )
    },
    /** Runs the job that was enqueued last; `kill` may throw to end the worker at that moment. */
    async work(kill: KillAt = () => {}, job = enqueued.at(-1)): Promise<'done' | 'killed'> {
      const stopping = new AbortController()
      // A killed process cannot report that its job failed, nor why.
      killAt = (moment) => {
        try {
          kill(moment)
        } catch (error) {
          stopping.abort(error)
          throw error
        }
      }
      const stop = events.listen(
        { name: 'admin.import-progressed', schema: undefined as never, broadcast: true },
        'test.kill-between',
        () => {
          try {
            killAt('between')
          } catch {
            // The worker notices the aborted signal before the next group.
          }
        },
      )
      try {
        await handlers.get(job?.name ?? '')?.(job?.payload as never, {
          jobId: 'job',
          attempt: 1,
          createdAt: new Date(),
          signal: stopping.signal,
        })
        return 'done'
      } catch (error) {
        if (!(error instanceof Error) || !error.message.includes('killed by the test')) throw error
        return 'killed'
      } finally {
        stop()
        killAt = () => {}
      }
    },
    async products() {
      const found = await database.connection.collection('products').find({}).sort({ _id: 1 }).toArray()
      return found.map((product) => ({
        ...product,
        createdAt: null,
        updatedAt: null,
        changedAt: null,
        changedIn: null,
      }))
    },
    async rows(id: string) {
      const all = []
      for (let offset = 0; ; offset += 500) {
        const { rows, total } = await imports.listRows(id, { limit: 500, offset })
        all.push(...rows)
        if (all.length >= total) return all
      }
    },
    allJobs: () => [...enqueued],
    ended: () => [...ended],
  }
}

const ROWS = 6_000
async function imported(
  killOf: (attempt: number) => KillAt,
): Promise<{ kills: number; state: ProductImport; products: unknown[]; rows: unknown[] }> {
  const shop = await openImports()
  await shop.send(anOldList(2_000), { mode: 'create' })
  await shop.work()
  const { id } = await shop.send(aMixedList(ROWS), { mode: 'upsert' })
  let kills = 0
  while ((await shop.work(killOf(kills))) === 'killed') kills += 1
  // A queue may deliver a job more than once.
  await shop.work()
  const state = await shop.imports.get(id)
  return {
    kills,
    state: { ...state, id: '', workedMs: 0, createdAt: new Date(0), startedAt: null, finishedAt: null },
    products: await shop.products(),
    rows: await shop.rows(id),
  }
}

describe('an import whose workers are killed', () => {
  it('at ten random moments ends with the same products and rows as an undisturbed one', async () => {
    const undisturbed = await imported(() => () => {})
    expect(undisturbed.state).toMatchObject({ state: 'finished', rowsTotal: ROWS, rowsRead: ROWS })
    expect(undisturbed.state.created).toBeGreaterThan(1000)
    expect(undisturbed.state.updated).toBeGreaterThan(500)
    expect(undisturbed.state.unchanged).toBeGreaterThan(500)
    expect(undisturbed.state.failed).toBeGreaterThan(100)

    const disturbed = await imported((kills) => {
      let calls = 0
      // Each worker writes two groups at most; then it is killed before, in or after a transaction.
      const last = kills < 10 ? 1 + Math.floor(Math.random() * 4) : Number.POSITIVE_INFINITY
      return () => {
        calls += 1
        if (calls >= last) throw new Error('killed by the test')
      }
    })
    expect(disturbed.kills).toBe(10)
    expect(disturbed.state).toEqual(undisturbed.state)
    expect(disturbed.rows).toEqual(undisturbed.rows)
    expect(disturbed.products).toEqual(undisturbed.products)
  }, 120_000)
})

describe('an import that fails', () => {
  it('has a message for staff, and announces its end', async () => {
    const shop = await openImports()
    const { id } = await shop.send('name,price\nInk,1.00\n', { mode: 'create' })
    await shop.database.connection
      .collection('import_files')
      .updateMany({ fileId: id }, { $set: { body: Buffer.from('lost') } })
    for (let tries = 0; tries < 3; tries += 1) await expect(shop.work()).rejects.toThrow()
    expect(await shop.imports.get(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('send the file again'),
    })
    expect(shop.ended()).toEqual(['failed'])
  })
})

describe('a fetch whose worker is killed', () => {
  const LIST = { fileName: 'list.csv', mimeType: 'text/csv', etag: '"1"', lastModified: null }
  const READING = {
    headerKey: 'known',
    encoding: 'utf-8',
    delimiter: ',',
    sheet: null,
    mode: 'upsert',
    blank: 'keep',
    unpriced: false,
    columns: [
      { header: 'name', field: 'name', numbers: null },
      { header: 'price', field: 'price', numbers: 'point' },
    ],
    categories: [],
  }

  /** A worker that is killed after so many of its steps, each of them a read of its connection or a write. */
  function aWorkerOf(test: TestDatabase, lives: number) {
    let left = lives
    let die = () => {}
    const died = new Promise<'killed'>((resolve) => (die = () => resolve('killed')))
    const step = async () => {
      if (left-- > 0) return
      die()
      await new Promise(() => {})
    }
    const database: Database = {
      ...test.database,
      async transaction(work) {
        await step()
        const result = await test.database.transaction(work)
        await step()
        return result
      },
      collection<Row extends mongo.BSON.Document>(name: string, indexes?: readonly IndexDescription[]) {
        return new Proxy(test.database.collection<Row>(name, indexes), {
          get(target, key) {
            const method: unknown = Reflect.get(target, key)
            if (typeof method !== 'function' || !/^(insert|update|delete|findOneAnd)/.test(String(key))) return method
            return async (...args: unknown[]) => {
              const isInTransaction = args.some(
                (each) => each !== null && typeof each === 'object' && 'session' in each,
              )
              if (!isInTransaction) await step()
              return method.apply(target, args) as unknown
            }
          },
        })
      },
    }
    const jobs = { enqueue: async () => 'job', enqueueMany: async () => [], repeatDaily: async () => {} }
    const feature = createImports({
      database,
      events: createLiveEvents(),
      jobs: { ...jobs, endDaily: async () => {} },
      clock: systemClock,
      catalog: {} as CatalogModule,
      audit: { record: async () => {} },
      async fetchRemoteFile() {
        await step()
        async function* bytes() {
          yield Buffer.from('name,price\n')
          await step()
          yield Buffer.from('Ink,1.00\n')
        }
        return { ...LIST, bytes: bytes() }
      },
      seal: createSeal(['the-secret-of-the-shop-now-1234-9876'], 'tests'),
      mailRecipients: async () => [],
      shopUrl: 'http://localhost',
    })
    const { signal } = new AbortController()
    return {
      feature,
      fetchList: (fetchId: string) => Promise.race([feature.fetchList({ fetchId }, signal).then(() => 'done'), died]),
    }
  }

  it.each([
    ['of a supplier whose lists are known', READING, 'previewing', 'under-way'],
    ['whose columns a person has to name', null, 'mapping', 'waits'],
  ])('at any step begins one import of the list, %s', async (_which, reading, importState, fetchState) => {
    const test = await openTestDatabase()
    opened.push(test)
    const other = aWorkerOf(test, Number.POSITIVE_INFINITY)
    await test.database.buildIndexes()
    const stored = (name: string) => test.database.connection.collection<{ _id: string; supplier: unknown }>(name)
    let lives = 0
    for (let end = 'killed'; end === 'killed'; lives++) {
      const rules = { name: `Acme ${lives}`, key: 'sku', priceRule: null, whenLeft: 'keep' } as const
      const { id } = await other.feature.suppliers.create(rules, BY)
      await stored('suppliers').updateOne({ _id: id }, { $set: { reading } })
      const source = { url: 'https://acme.example/list.csv', signIn: 'none', signInName: '', isOn: false } as const
      await other.feature.suppliers.setSource(id, { ...source, time: '06:30', mailTo: [] }, '', BY)
      const { id: fetchId } = await other.feature.suppliers.fetchNow(id, BY)

      end = await aWorkerOf(test, lives).fetchList(fetchId)
      // Its lease runs out, and another worker gets the job.
      await other.fetchList(fetchId)
      const imports = await stored('imports').find({ 'supplier.id': id }).toArray()
      const [fetch] = await other.feature.suppliers.fetches(id)
      const begun =
        reading === null
          ? await stored('imports')
              .find({ _id: fetch?.importId ?? '' })
              .toArray()
          : imports
      expect([lives, begun.length, begun[0]]).toEqual([lives, 1, expect.objectContaining({ state: importState })])
      expect(fetch).toMatchObject({ state: fetchState, importId: begun[0]?._id, fileName: 'list.csv' })
      expect(await stored('list_sources').findOne({ _id: id })).toMatchObject({ seen: { importId: begun[0]?._id } })
    }
    expect(await stored('imports').countDocuments({})).toBe(lives)
    expect(lives).toBeGreaterThan(5)
  })
})

describe('the time that an import works', () => {
  it('includes the time that it waits for the database', async () => {
    const shop = await openImports()
    const { id } = await shop.send(aMixedList(ROWS), { mode: 'create' })
    const began = performance.now()
    await shop.work()
    const elapsed = performance.now() - began
    const { workedMs } = await shop.imports.get(id)
    expect(workedMs).toBeGreaterThan(elapsed * 0.5)
    expect(workedMs).toBeLessThanOrEqual(elapsed)
  })
})

describe('two workers on one import', () => {
  it('write every row once', async () => {
    const shop = await openImports()
    const { id } = await shop.send(aMixedList(ROWS), { mode: 'create' })
    const job = shop.allJobs().at(-1)
    await Promise.all([shop.work(undefined, job), shop.work(undefined, job)])
    // The worker that was second to write a group has stopped; the job is delivered again in any case.
    await shop.work(undefined, job)
    const state = await shop.imports.get(id)
    const products = await shop.products()
    expect(state).toMatchObject({ state: 'finished', rowsRead: ROWS })
    expect(products).toHaveLength(state.created)
    expect(new Set(products.map((product) => (product as unknown as { sku: string }).sku)).size).toBe(state.created)
    expect((await shop.rows(id)).map(({ line }) => line)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 2))
  }, 60_000)
})

describe('a worker whose import another one has continued', () => {
  it('stops, though the other one keeps the numbers of new products to itself', async () => {
    const shop = await openImports()
    const { id } = await shop.send(aMixedList(10), { mode: 'create' })
    const counters = createCounters(shop.database)
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let other: Promise<void> = Promise.resolve()
    shop.beforeNextWrite(async () => {
      await new Promise<void>((taken) => {
        other = shop.database.transaction(async (tx) => {
          await counters.take('products', 1, tx)
          taken()
          await released
        })
      })
      await shop.database.connection
        .collection<{ _id: string }>('imports')
        .updateOne({ _id: id }, { $set: { lastLine: 11 } })
    })
    expect(await shop.work()).toBe('done')
    release()
    await other
    expect(await shop.products()).toEqual([])
  })
})

describe('an undo whose worker is killed', () => {
  it('reverts everything once', async () => {
    const shop = await openImports()
    await shop.send(anOldList(2_000), { mode: 'create' })
    await shop.work()
    const before = await shop.products()
    const { id } = await shop.send(aMixedList(ROWS), { mode: 'upsert' })
    await shop.work()
    const { created, updated } = await shop.imports.get(id)
    await shop.imports.undo(id, BY)
    for (let kills = 0; kills < 5; kills += 1) {
      let calls = 0
      await shop.work(() => {
        calls += 1
        if (calls >= 2) throw new Error('killed by the test')
      })
    }
    await shop.work()
    expect(await shop.imports.get(id)).toMatchObject({
      state: 'undone',
      undo: { removed: created, restored: updated, kept: [] },
    })
    expect(await shop.products()).toEqual(before)
  }, 60_000)
})

describe('when, between deciding and writing a group, another person', () => {
  const LIST = 'sku,name,brand,price,stockQuantity\nM-1,Mix 1,Mix,100.00,10\nM-2,Mix 2,Mix,200.00,10\n'

  async function afterwards(
    act: (shop: Awaited<ReturnType<typeof openImports>>, catalog: CatalogModule) => Promise<void>,
    list = 'sku,name,price,stockQuantity\nM-1,Mix 1,120.00,20\nM-2,Mix 2,200.00,10\n',
  ) {
    const shop = await openImports()
    await shop.send(LIST, { mode: 'create' })
    await shop.work()
    shop.beforeNextWrite((catalog) => act(shop, catalog))
    const { id } = await shop.send(list, { mode: 'upsert' })
    await shop.work()
    const [first] = await shop.rows(id)
    return {
      shop,
      id,
      first,
      state: await shop.imports.get(id),
      products: (await shop.products()) as unknown as {
        _id: number
        sku: string
        priceCents: number
        stockQuantity: number
        description: string
      }[],
    }
  }

  it('edits a product, the edit stays, and the row has the values that it replaced', async () => {
    const { shop, id, first, products } = await afterwards(({ database }, catalog) =>
      database.transaction(
        async (tx) => void (await catalog.updateProduct(tx, 1, { priceCents: 15_000, description: 'Typed by hand.' })),
      ),
    )
    expect(first?.changes).toContainEqual({ field: 'price', before: '150.00', after: '120.00' })
    expect(products[0]).toMatchObject({ priceCents: 12_000, description: 'Typed by hand.' })
    await shop.imports.undo(id, BY)
    await shop.work()
    expect((await shop.products())[0]).toMatchObject({
      priceCents: 15_000,
      stockQuantity: 10,
      description: 'Typed by hand.',
    })
  })

  it('buys a product, the row has the stock that it replaced', async () => {
    const { first } = await afterwards(({ database }, catalog) =>
      database.transaction(async (tx) => {
        const sale = await catalog.openSale(tx, [1])
        sale.take([{ productId: 1, quantity: 3 }])
        await sale.close()
      }),
    )
    expect(first?.changes).toContainEqual({ field: 'stockQuantity', before: '7', after: '20' })
  })

  it('deletes a product, the row creates it again', async () => {
    const { state, products } = await afterwards(({ database }, catalog) =>
      database.transaction(async (tx) => void (await catalog.deleteProduct(tx, 1))),
    )
    expect(state).toMatchObject({ state: 'finished', created: 1, unchanged: 1, failed: 0 })
    expect(products.map(({ sku }) => sku).sort()).toEqual(['M-1', 'M-2'])
  })

  it('creates a product with the same SKU, the row changes it', async () => {
    const { state, products } = await afterwards(
      ({ database }, catalog) =>
        database.transaction(
          async (tx) =>
            void (await catalog.writeProducts(tx, { create: [{ ...DEFAULTS, sku: 'M-3', name: 'By hand' }] })),
        ),
      'sku,name,price\nM-3,Mix 3,300.00\n',
    )
    expect(state).toMatchObject({ state: 'finished', created: 0, updated: 1, failed: 0 })
    expect(products.find(({ sku }) => sku === 'M-3')).toMatchObject({ name: 'Mix 3', priceCents: 30_000 })
  })
})
