import type { CatalogModule } from '#modules/catalog'
import type { OrdersModule } from '#modules/orders'
import type { Imports } from '../imports/imports.api.ts'
import type { Inbox } from '../inbox/inbox.api.ts'
import type { Queues } from '../queues/queues.api.ts'
import type { CountToDo, ToDo } from './to-do.api.ts'

/** Every open page of the back office asks; they get what was counted within this time, in ms. */
const SHARED_MS = 1000
/** Among so many the last import that was no preview is looked for. */
const LOOKED_AT = 20

export function createCountToDo(deps: {
  readonly catalog: Pick<CatalogModule, 'stats'>
  readonly orders: Pick<OrdersModule, 'listOrdersForStaff' | 'countAwaitingRelease' | 'countOpenReturns'>
  readonly imports: Pick<Imports, 'list'>
  readonly inbox: Pick<Inbox, 'countOpen'>
  readonly queues: Pick<Queues, 'countProblems'>
}): CountToDo {
  const { catalog, orders, imports, inbox, queues } = deps
  let shared: { readonly until: number; readonly counts: Promise<ToDo> } | null = null

  async function countOrders(status: 'pending' | 'processing'): Promise<number> {
    return (await orders.listOrdersForStaff({ status, limit: 1, offset: 0 })).total
  }

  async function findFailedImport(): Promise<ToDo['failedImport']> {
    const { imports: latest } = await imports.list({ limit: LOOKED_AT, offset: 0 })
    const last = latest.find(({ preview, state }) => !preview && (state === 'finished' || state === 'cancelled'))
    if (last === undefined || last.failed === 0) return null
    return { id: last.id, fileName: last.fileName, failed: last.failed }
  }

  async function count(): Promise<ToDo> {
    const [
      pending,
      processing,
      awaitingRelease,
      openReturns,
      open,
      failedImport,
      stats,
      { failedJobs, withheldMails },
    ] = await Promise.all([
      countOrders('pending'),
      countOrders('processing'),
      orders.countAwaitingRelease(),
      orders.countOpenReturns(),
      inbox.countOpen(),
      findFailedImport(),
      catalog.stats(),
      queues.countProblems(),
    ])
    return {
      orders: { pending, processing, awaitingRelease, openReturns },
      inbox: open,
      failedImport,
      outOfStock: stats.outOfStock,
      failedJobs,
      withheldMails,
    }
  }

  return () => {
    const now = performance.now()
    if (shared !== null && shared.until > now) return shared.counts
    const counts = count()
    shared = { until: now + SHARED_MS, counts }
    counts.catch(() => (shared = null))
    return counts
  }
}
