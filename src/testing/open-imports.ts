import { onTestFinished } from 'vitest'
import type { CatalogModule } from '#modules/catalog'
import { systemClock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import type { Transaction } from '#platform/database/database'
import type { JobHandler, Jobs } from '#platform/jobs/jobs'
import { createSeal } from '#platform/security/seal'
import { createLogger } from '#platform/log/logger'
import { createLiveEvents } from './events.ts'
import { openTestDatabase } from './test-database.ts'
import { catalogOn } from '../modules/catalog/testing/open-catalog.ts'
import { createAuditLog } from '../modules/admin/audit/audit-log.ts'
import { importFinished } from '../modules/admin/events.ts'
import type { ProductImport } from '../modules/admin/imports/import.ts'
import { createImports } from '../modules/admin/imports/imports.ts'
import { importProducts, undoImport } from '../modules/admin/imports/jobs.ts'
import { createProductReverts } from '../modules/admin/product-changes/product-changes.api.ts'
import { createEditHistory } from '../modules/admin/products/use-cases/edit-history.ts'
import { createEditProducts } from '../modules/admin/products/use-cases/edit-products.ts'

/** Who begins the imports under test. */
export const BY = { person: { id: 'owner', name: 'Owner' }, address: '192.0.2.1' }

/** As many rows as take many groups. */
export const ROWS = 6_000

/** Called at moments at which a worker may be killed; kills it by throwing. */
export type KillAt = (moment: 'before' | 'inside' | 'between') => void

/** Imports on a database of their own, with jobs that the test runs and kills. They go when the test ends. */
export async function openImports() {
  const test = await openTestDatabase()
  onTestFinished(() => test.drop())
  const { database } = test
  const events = createLiveEvents(createLogger('silent'))
  const catalog = catalogOn(database, events)
  let killAt: KillAt = () => {}
  let actBeforeWrite: ((catalog: CatalogModule) => Promise<void>) | null = null
  const interrupted: Pick<
    CatalogModule,
    'findProducts' | 'listIdsForStaff' | 'listReviewedAmong' | 'findProductsByKeys' | 'areUnchanged' | 'writeProducts'
  > = {
    listIdsForStaff: catalog.listIdsForStaff,
    findProducts: catalog.findProducts,
    listReviewedAmong: catalog.listReviewedAmong,
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
  const audit = createAuditLog(database, systemClock)
  const reverts = createProductReverts(interrupted, createCounters(database))
  reverts.addHistory(createEditHistory(audit))
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
    reverts,
  })
  const imports = feature.api
  const handlers = new Map<string, JobHandler<never>>([
    [importProducts.name, (payload, { signal }) => feature.runImport(payload, signal)],
    [undoImport.name, (payload, { signal }) => feature.undoImport(payload, signal)],
  ])
  await database.buildIndexes()

  return {
    imports,
    suppliers: feature.suppliers,
    database,
    staff: createEditProducts({ database, catalog, audit }),
    /** Runs `act` after the next group's rows are decided, and before they are written. */
    beforeNextWrite: (act: (catalog: CatalogModule) => Promise<void>) => void (actBeforeWrite = act),
    async send(
      csv: string,
      request: { mode: 'create' | 'upsert'; preview?: boolean; supplierId?: string },
    ): Promise<ProductImport> {
      const bytes = (async function* () {
        yield Buffer.from(csv)
      })()
      const file = await imports.storeFile({ fileName: 'prices.csv', mimeType: 'text/csv', bytes })
      const { mode, supplierId } = request
      const until = request.preview === true ? 'preview' : 'import'
      return imports.begin(file, { mode, blank: 'keep', until, ...(supplierId && { supplierId }) }, BY)
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
          isLast: () => false,
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
