import type { CatalogModule, Product } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { Jobs } from '#platform/jobs/jobs'
import { newLinkToken } from '#platform/security/link-token'
import { ALERT_KINDS, alertExpiryOf, type AlertKind } from '../domain/alert.ts'
import { mailAlert } from '../jobs.ts'
import type { AlertRepository } from '../persistence/alert.repository.ts'

/** How many people get their mail's job in one transaction, which takes some milliseconds. */
const SLICE = 100

/**
 * Has a mail sent to everybody who waits for what these products are now. A request and the job of its mail are written
 * together, so that each gets one, however often this runs, at the same time or after a crash.
 * @param signal ends it between two slices
 */
export type NotifyWaiting = (productIds: readonly number[], signal?: AbortSignal) => Promise<void>

export function createNotifyWaiting(deps: {
  readonly database: Database
  readonly catalog: Pick<CatalogModule, 'findProducts'>
  readonly jobs: Pick<Jobs, 'enqueueMany'>
  readonly clock: Clock
  readonly alerts: AlertRepository
}): NotifyWaiting {
  const { database, catalog, jobs, clock, alerts } = deps

  /** Returns how many were waiting, at most a slice. */
  function claimSlice({ id: productId, priceCents }: Product, kind: AlertKind): Promise<number> {
    const now = clock.now()
    const above = kind === 'price-drop' ? priceCents : -1
    return database.transaction(async (tx) => {
      const waiting = await alerts.listOpen(tx, { productId, kind, above, now }, SLICE)
      if (waiting.length === 0) return 0
      const claims = waiting.map(({ id }) => ({ id, ...newLinkToken() }))
      const isClaimed = await alerts.claim(
        tx,
        claims.map(({ id, digest }) => ({ id, linkDigest: digest })),
        alertExpiryOf('due', now),
      )
      // A transaction sees one moment of the database, so only a server that breaks this promise gets here.
      if (!isClaimed) throw new Error('Requests were claimed by another process in the meantime.')
      await jobs.enqueueMany(
        tx,
        claims.map(({ id, token }) => ({ job: mailAlert, payload: { alertId: id, linkToken: token } })),
      )
      return waiting.length
    })
  }

  async function notifyOf(product: Product, signal: AbortSignal | undefined): Promise<void> {
    for (const kind of ALERT_KINDS) {
      while ((await claimSlice(product, kind)) === SLICE) signal?.throwIfAborted()
    }
  }

  return async function notifyWaiting(productIds, signal) {
    const waitedFor = await alerts.listWaitedFor(productIds, clock.now())
    if (waitedFor.length === 0) return
    const products = new Map((await catalog.findProducts(waitedFor)).map((product) => [product.id, product]))
    for (const id of waitedFor) {
      const product = products.get(id)
      if (product === undefined) await alerts.deleteOfProduct(id)
      else if (product.inStock) await notifyOf(product, signal)
    }
  }
}
