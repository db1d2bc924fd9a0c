import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { WithLock } from '#platform/concurrency/keyed-mutex'
import { digestOf } from '#platform/security/link-token'
import { alertExpiryOf, MAX_OPEN_ALERTS, type Alert, type AlertKind, type AlertState } from '../domain/alert.ts'
import { AlertNotFound, TooManyAlerts } from '../errors.ts'
import type { AlertRepository } from '../persistence/alert.repository.ts'
import type { NotifyWaiting } from './notify-waiting.ts'

/** A request as the page behind a mail's link shows it. */
export interface AlertView {
  readonly kind: AlertKind
  readonly state: AlertState
  readonly productId: number
  /** Null when the product is not sold any more. */
  readonly productName: string | null
  /** How many other requests of the same address wait. */
  readonly others: number
}

/** What the link in a mail opens. Looking changes nothing, because mail programs open links by themselves. */
export interface AlertAnswers {
  /** @throws AlertNotFound */
  find(token: string): Promise<AlertView>
  /** Confirms a request; again, it changes nothing. @throws AlertNotFound @throws TooManyAlerts */
  confirm(token: string): Promise<AlertView>
  /** Ends a request, or all of its address; again, it changes nothing. @throws AlertNotFound */
  end(token: string, which: 'this' | 'all'): Promise<void>
}

export function createAlertAnswers(deps: {
  readonly database: Database
  readonly catalog: Pick<CatalogModule, 'findProducts'>
  readonly clock: Clock
  readonly alerts: AlertRepository
  readonly notifyWaiting: NotifyWaiting
  /** For what counts the requests of an address. */
  readonly withAddress: WithLock
}): AlertAnswers {
  const { database, catalog, clock, alerts, notifyWaiting, withAddress } = deps

  async function get(token: string): Promise<Alert> {
    const alert = await alerts.findByLink(digestOf(token), clock.now())
    if (alert === null) throw new AlertNotFound()
    return alert
  }

  async function view({ kind, state, productId, email }: Alert): Promise<AlertView> {
    const [[product], open] = await Promise.all([
      catalog.findProducts([productId]),
      alerts.countOpen(email, clock.now()),
    ])
    const productName = product?.name ?? null
    return { kind, state, productId, productName, others: state === 'open' ? open - 1 : open }
  }

  return {
    find: async (token) => view(await get(token)),
    async confirm(token) {
      const now = clock.now()
      const { email } = await get(token)
      // One after the other, or many at once would all find room.
      const alert = await withAddress([email], () =>
        database.transaction(async (tx) => {
          const found = await alerts.findByLink(digestOf(token), now, tx)
          if (found === null) throw new AlertNotFound()
          if (found.state !== 'unconfirmed') return found
          if ((await alerts.countOpen(email, now, tx)) >= MAX_OPEN_ALERTS) throw new TooManyAlerts()
          const expiresAt = alertExpiryOf('open', now)
          await alerts.move({ id: found.id, from: 'unconfirmed', to: 'open', expiresAt }, tx)
          return { ...found, state: 'open' as const, expiresAt }
        }),
      )
      // The product may have come back before the link was opened.
      await notifyWaiting([alert.productId])
      return view(alert)
    },
    async end(token, which) {
      const alert = await get(token)
      const keptUntil = alertExpiryOf('ended', clock.now())
      await (which === 'all' ? alerts.endOfAddress(alert.email, keptUntil) : alerts.end(alert, keptUntil))
    },
  }
}
