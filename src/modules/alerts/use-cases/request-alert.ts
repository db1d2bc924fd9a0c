import { randomUUID } from 'node:crypto'
import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Database, Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { WithLock } from '#platform/concurrency/keyed-mutex'
import { newLinkToken } from '#platform/security/link-token'
import { alertExpiryOf, MAX_OPEN_ALERTS, type Alert, type AlertKind } from '../domain/alert.ts'
import { AlertAddressNotProved, AlertProductNotFound, AlreadyInStock, TooManyAlerts } from '../errors.ts'
import { alertRequested } from '../events.ts'
import type { AlertRepository } from '../persistence/alert.repository.ts'
import type { NotifyWaiting } from './notify-waiting.ts'

export interface AskedAlert {
  readonly productId: number
  readonly kind: AlertKind
}

/** Keeps an account until the transaction ends: what that stores of the customer is there when a deletion begins. */
export type LockCustomer = (tx: Transaction, customerId: string) => Promise<void>

export interface AlertRequests {
  /**
   * Takes a request of anybody for any address: nothing is sent about the product before the address is confirmed by the
   * link of a mail. It ends alike for every address, so that it says nothing about one.
   * @throws AlertProductNotFound @throws AlreadyInStock
   */
  request(asked: AskedAlert & { readonly email: string }): Promise<void>
  /**
   * Takes the request of a customer for their own, proved address. Asked again, it begins anew at today's price.
   * @returns the secret by which it can be ended
   * @throws AlertAddressNotProved @throws AlertProductNotFound @throws AlreadyInStock @throws TooManyAlerts
   */
  requestOwn(
    asked: AskedAlert,
    customer: { readonly id: string; readonly email: string; readonly isEmailVerified: boolean },
  ): Promise<string>
}

export function createAlertRequests(deps: {
  readonly database: Database
  readonly catalog: Pick<CatalogModule, 'findProducts'>
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly alerts: AlertRepository
  readonly notifyWaiting: NotifyWaiting
  readonly lockCustomer: LockCustomer
  /** For what counts the requests of an address. */
  readonly withAddress: WithLock
}): AlertRequests {
  const { database, catalog, events, clock, alerts, notifyWaiting, lockCustomer, withAddress } = deps

  async function newAlert({ productId, kind }: AskedAlert): Promise<Pick<Alert, 'id' | 'priceCents' | 'requestedAt'>> {
    const [product] = await catalog.findProducts([productId])
    if (product === undefined) throw new AlertProductNotFound()
    if (kind === 'back-in-stock' && product.inStock) throw new AlreadyInStock()
    return { id: randomUUID(), priceCents: product.priceCents, requestedAt: clock.now() }
  }

  return {
    async request({ email, ...asked }) {
      const fresh = await newAlert(asked)
      const { token, digest } = newLinkToken()
      await database.transaction(async (tx) => {
        const known = await alerts.findByAsked({ email, ...asked }, tx)
        // It waits already, and the link in its mail must go on to work.
        const isOver = known === null || known.expiresAt <= fresh.requestedAt
        if (!isOver && (known.state === 'open' || known.state === 'due')) return
        const expiresAt = alertExpiryOf('unconfirmed', fresh.requestedAt)
        const alert: Alert = { ...asked, ...fresh, email, customerId: null, state: 'unconfirmed', expiresAt }
        await alerts.save(tx, alert, digest)
        await events.publish(tx, alertRequested, { alertId: alert.id, linkToken: token })
      })
    },

    async requestOwn(asked, { id: customerId, email, isEmailVerified }) {
      if (!isEmailVerified) throw new AlertAddressNotProved()
      const fresh = await newAlert(asked)
      const { token, digest } = newLinkToken()
      const expiresAt = alertExpiryOf('open', fresh.requestedAt)
      const alert: Alert = { ...asked, ...fresh, email, customerId, state: 'open', expiresAt }
      // One after the other, or many at once would all find room.
      await withAddress([email], () =>
        database.transaction(async (tx) => {
          await lockCustomer(tx, customerId)
          const known = await alerts.findByAsked(alert, tx)
          const isNew = known?.state !== 'open'
          if (isNew && (await alerts.countOpen(email, fresh.requestedAt, tx)) >= MAX_OPEN_ALERTS)
            throw new TooManyAlerts()
          await alerts.save(tx, alert, digest)
        }),
      )
      // It may have come back while this was written.
      await notifyWaiting([asked.productId])
      return token
    },
  }
}
