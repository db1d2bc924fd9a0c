import { afterAll, describe, expect, it } from 'vitest'
import { createCatalogModule, type CatalogModule } from '#modules/catalog'
import { systemClock } from '#platform/clock'
import { createCounters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import type { JobHandler, Jobs } from '#platform/jobs/jobs'
import { createLogger } from '#platform/logger'
import { createLiveEvents } from '../../../testing/events.ts'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { importFinished } from '../events.ts'
import { createImports } from './imports.ts'
import type { ProductImport } from './import.ts'
import { importProducts, undoImport } from './jobs.ts'
import { DEFAULTS } from './rules/read-row.ts'
import { aMixedList, anOldList } from './testing/price-lists.ts'

const ADDRESS = '192.0.2.1'
const opened: TestDatabase[] = []
afterAll(async () => {
  for (const { drop } of opened) await drop()
})

type Blow = (moment: 'before' | 'inside' | 'between') => void

/** A shop's imports on a database of its own, with workers that we start and strike down by hand. */
async function openDesk() {
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
    logger,
  })
  let strike: Blow = () => {}
  let others: ((catalog: CatalogModule) => Promise<void>) | null = null
  const fragile: Pick<CatalogModule, 'findProducts' | 'findProductsByKeys' | 'areUnchanged' | 'writeProducts'> = {
    findProducts: catalog.findProducts,
    findProductsByKeys(tx, keys) {
      strike('before')
      return catalog.findProductsByKeys(tx, keys)
    },
    async areUnchanged(tx, products) {
      const somebody = others
      others = null
      await somebody?.(catalog)
      return catalog.areUnchanged(tx, products)
    },
    async writeProducts(tx: Transaction, writes) {
      const ids = await catalog.writeProducts(tx, writes)
      strike('inside')
      return ids
    },
  }
  const asked: { name: string; payload: unknown }[] = []
  const jobs: Pick<Jobs, 'enqueue'> = {
    enqueue: async (_tx, job, payload) => String(asked.push({ name: job.name, payload })),
  }
  const ended: string[] = []
  events.listen(importFinished, 'test.note-end', ({ payload }) => void ended.push(payload.state))
  const room = createImports({
    database,
    events,
    jobs,
    clock: systemClock,
    catalog: fragile,
    audit: { record: async () => {} },
  })
  const imports = room.door
  const handlers = new Map<string, JobHandler<never>>([
    [importProducts.name, (payload, { signal }) => room.runImport(payload, signal)],
    [undoImport.name, (payload, { signal }) => room.undoImport(payload, signal)],
  ])
  await database.buildIndexes()

  return {
    imports,
    database,
    /** What somebody else does after the next group's rows are decided, and before they are written. */
    meanwhile: (act: (catalog: CatalogModule) => Promise<void>) => void (others = act),
    async send(csv: string, request: { mode: 'create' | 'upsert'; preview?: boolean }): Promise<ProductImport> {
      const bytes = (async function* () {
        yield Buffer.from(csv)
      })()
      const file = await imports.storeFile({ fileName: 'prices.csv', mimeType: 'text/csv', bytes })
      return imports.begin(file, { mode: request.mode, blank: 'keep', preview: request.preview ?? false }, ADDRESS)
    },
    /** Runs the job that was asked for last; `blow` may throw to end the worker where it stands. */
    async work(blow: Blow = () => {}, which = asked.at(-1)): Promise<'done' | 'killed'> {
      const stopping = new AbortController()
      // A process that ends says nothing about the job any more, neither that it failed nor why.
      strike = (moment) => {
        try {
          blow(moment)
        } catch (error) {
          stopping.abort(error)
          throw error
        }
      }
      const stop = events.listen(
        { name: 'admin.import-progressed', schema: undefined as never, broadcast: true },
        'test.strike-between',
        () => {
          try {
            strike('between')
          } catch {
            // It goes on until it looks around, which it does before the next group.
          }
        },
      )
      try {
        await handlers.get(which?.name ?? '')?.(which?.payload as never, {
          jobId: 'job',
          attempt: 1,
          createdAt: new Date(),
          signal: stopping.signal,
        })
        return 'done'
      } catch (error) {
        if (!(error instanceof Error) || !error.message.includes('struck down')) throw error
        return 'killed'
      } finally {
        stop()
        strike = () => {}
      }
    },
    async products() {
      const found = await database.connection.collection('products').find({}).sort({ _id: 1 }).toArray()
      return found.map((product) => ({ ...product, createdAt: null, updatedAt: null }))
    },
    async rows(id: string) {
      const all = []
      for (let offset = 0; ; offset += 500) {
        const { rows, total } = await imports.listRows(id, { limit: 500, offset })
        all.push(...rows)
        if (all.length >= total) return all
      }
    },
    allJobs: () => [...asked],
    ended: () => [...ended],
  }
}

const ROWS = 6_000
async function imported(
  blowOf: (attempt: number) => Blow,
): Promise<{ kills: number; state: ProductImport; products: unknown[]; rows: unknown[] }> {
  const desk = await openDesk()
  await desk.send(anOldList(2_000), { mode: 'create' })
  await desk.work()
  const { id } = await desk.send(aMixedList(ROWS), { mode: 'upsert' })
  let kills = 0
  while ((await desk.work(blowOf(kills))) === 'killed') kills += 1
  // Delivered once more, as every queue may do.
  await desk.work()
  const state = await desk.imports.get(id)
  return {
    kills,
    state: { ...state, id: '', workedMs: 0, createdAt: new Date(0), startedAt: null, finishedAt: null },
    products: await desk.products(),
    rows: await desk.rows(id),
  }
}

describe('an import whose workers are struck down', () => {
  it('at ten random moments ends like one that nobody disturbed, row for row', async () => {
    const undisturbed = await imported(() => () => {})
    expect(undisturbed.state).toMatchObject({ state: 'finished', rowsTotal: ROWS, rowsRead: ROWS })
    expect(undisturbed.state.created).toBeGreaterThan(1000)
    expect(undisturbed.state.updated).toBeGreaterThan(500)
    expect(undisturbed.state.unchanged).toBeGreaterThan(500)
    expect(undisturbed.state.failed).toBeGreaterThan(100)

    const disturbed = await imported((kills) => {
      let calls = 0
      // Each worker gets a group or two further, at most; then it ends before, inside of or after a transaction.
      const last = kills < 10 ? 1 + Math.floor(Math.random() * 4) : Number.POSITIVE_INFINITY
      return () => {
        calls += 1
        if (calls >= last) throw new Error('struck down')
      }
    })
    expect(disturbed.kills).toBe(10)
    expect(disturbed.state).toEqual(undisturbed.state)
    expect(disturbed.rows).toEqual(undisturbed.rows)
    expect(disturbed.products).toEqual(undisturbed.products)
  }, 120_000)
})

describe('an import that fails', () => {
  it('says so, in the log too', async () => {
    const desk = await openDesk()
    const { id } = await desk.send('name,price\nInk,1.00\n', { mode: 'create' })
    await desk.database.connection
      .collection('import_files')
      .updateMany({ fileId: id }, { $set: { body: Buffer.from('lost') } })
    for (let tries = 0; tries < 3; tries += 1) await expect(desk.work()).rejects.toThrow()
    expect(await desk.imports.get(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('send the file again'),
    })
    expect(desk.ended()).toEqual(['failed'])
  })
})

describe('the time that an import works', () => {
  it('is counted with all that it waits for, so that rows per second are true', async () => {
    const desk = await openDesk()
    const { id } = await desk.send(aMixedList(ROWS), { mode: 'create' })
    const began = performance.now()
    await desk.work()
    const elapsed = performance.now() - began
    const { workedMs } = await desk.imports.get(id)
    expect(workedMs).toBeGreaterThan(elapsed * 0.5)
    expect(workedMs).toBeLessThanOrEqual(elapsed)
  })
})

describe('two workers on one import', () => {
  it('write every row once', async () => {
    const desk = await openDesk()
    const { id } = await desk.send(aMixedList(ROWS), { mode: 'create' })
    const job = desk.allJobs().at(-1)
    await Promise.all([desk.work(undefined, job), desk.work(undefined, job)])
    // Whoever came too late has stepped back; the job is delivered again in any case.
    await desk.work(undefined, job)
    const state = await desk.imports.get(id)
    const products = await desk.products()
    expect(state).toMatchObject({ state: 'finished', rowsRead: ROWS })
    expect(products).toHaveLength(state.created)
    expect(new Set(products.map((product) => (product as unknown as { sku: string }).sku)).size).toBe(state.created)
    expect((await desk.rows(id)).map(({ line }) => line)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 2))
  }, 60_000)
})

describe('an undo whose worker is struck down', () => {
  it('takes back everything once', async () => {
    const desk = await openDesk()
    await desk.send(anOldList(2_000), { mode: 'create' })
    await desk.work()
    const before = await desk.products()
    const { id } = await desk.send(aMixedList(ROWS), { mode: 'upsert' })
    await desk.work()
    const { created, updated } = await desk.imports.get(id)
    await desk.imports.undo(id, ADDRESS)
    for (let kills = 0; kills < 5; kills += 1) {
      let calls = 0
      await desk.work(() => {
        calls += 1
        if (calls >= 2) throw new Error('struck down')
      })
    }
    await desk.work()
    expect(await desk.imports.get(id)).toMatchObject({
      state: 'undone',
      undo: { removed: created, restored: updated, kept: [] },
    })
    expect(await desk.products()).toEqual(before)
  }, 60_000)
})

describe('somebody else, while the rows of a group are decided but not written', () => {
  const LIST = 'sku,name,brand,price,stockQuantity\nM-1,Mix 1,Mix,100.00,10\nM-2,Mix 2,Mix,200.00,10\n'

  async function afterwards(
    act: (desk: Awaited<ReturnType<typeof openDesk>>, catalog: CatalogModule) => Promise<void>,
    list = 'sku,name,price,stockQuantity\nM-1,Mix 1,120.00,20\nM-2,Mix 2,200.00,10\n',
  ) {
    const desk = await openDesk()
    await desk.send(LIST, { mode: 'create' })
    await desk.work()
    desk.meanwhile((catalog) => act(desk, catalog))
    const { id } = await desk.send(list, { mode: 'upsert' })
    await desk.work()
    const [first] = await desk.rows(id)
    return {
      desk,
      id,
      first,
      state: await desk.imports.get(id),
      products: (await desk.products()) as unknown as {
        _id: number
        sku: string
        priceCents: number
        stockQuantity: number
        description: string
      }[],
    }
  }

  it('edits a product: the edit stays, and the row tells what it has replaced', async () => {
    const { desk, id, first, products } = await afterwards((own, catalog) =>
      own.database.transaction(
        async (tx) => void (await catalog.updateProduct(tx, 1, { priceCents: 15_000, description: 'Typed by hand.' })),
      ),
    )
    expect(first?.changes).toContainEqual({ field: 'price', before: '150.00', after: '120.00' })
    expect(products[0]).toMatchObject({ priceCents: 12_000, description: 'Typed by hand.' })
    await desk.imports.undo(id, ADDRESS)
    await desk.work()
    expect((await desk.products())[0]).toMatchObject({
      priceCents: 15_000,
      stockQuantity: 10,
      description: 'Typed by hand.',
    })
  })

  it('buys a product: the row tells how many there were', async () => {
    const { first } = await afterwards((own, catalog) =>
      own.database.transaction(async (tx) => void (await catalog.takeStock(tx, [{ productId: 1, quantity: 3 }]))),
    )
    expect(first?.changes).toContainEqual({ field: 'stockQuantity', before: '7', after: '20' })
  })

  it('deletes a product: the row creates it anew', async () => {
    const { state, products } = await afterwards((own, catalog) =>
      own.database.transaction(async (tx) => void (await catalog.deleteProduct(tx, 1))),
    )
    expect(state).toMatchObject({ state: 'finished', created: 1, unchanged: 1, failed: 0 })
    expect(products.map(({ sku }) => sku).sort()).toEqual(['M-1', 'M-2'])
  })

  it('creates a product with the same number: the row changes it', async () => {
    const { state, products } = await afterwards(
      (own, catalog) =>
        own.database.transaction(
          async (tx) =>
            void (await catalog.writeProducts(tx, { create: [{ ...DEFAULTS, sku: 'M-3', name: 'By hand' }] })),
        ),
      'sku,name,price\nM-3,Mix 3,300.00\n',
    )
    expect(state).toMatchObject({ state: 'finished', created: 0, updated: 1, failed: 0 })
    expect(products.find(({ sku }) => sku === 'M-3')).toMatchObject({ name: 'Mix 3', priceCents: 30_000 })
  })
})
