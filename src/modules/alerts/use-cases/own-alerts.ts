import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import type { Alert } from '../domain/alert.ts'
import { AlertNotFound } from '../errors.ts'
import type { AlertRepository } from '../persistence/alert.repository.ts'

/** A customer; requests of a proved address are theirs, even when they were made without the account. */
export interface WaitingCustomer {
  readonly id: string
  readonly email: string
  readonly isEmailVerified: boolean
}

/** A request that waits, with the product's name, which is null when it is not sold any more. */
export interface OwnAlert extends Pick<Alert, 'id' | 'kind' | 'productId' | 'requestedAt'> {
  readonly productName: string | null
}

export interface OwnAlerts {
  /** The requests of a customer that wait for their mail, newest first. */
  list(customer: WaitingCustomer): Promise<readonly OwnAlert[]>
  /** @throws AlertNotFound, also for somebody else's request */
  end(customer: WaitingCustomer, id: string): Promise<void>
}

export function createOwnAlerts(deps: {
  readonly catalog: Pick<CatalogModule, 'findProducts'>
  readonly clock: Clock
  readonly alerts: Pick<AlertRepository, 'listOf' | 'find' | 'delete'>
}): OwnAlerts {
  const { catalog, clock, alerts } = deps

  const isOf = (customer: WaitingCustomer, { customerId, email }: Alert) =>
    customerId === customer.id || (customer.isEmailVerified && email === customer.email)

  return {
    async list(customer) {
      const now = clock.now()
      const waiting = (await alerts.listOf({ email: customer.email, customerId: customer.id })).filter(
        (alert) => alert.state === 'open' && alert.expiresAt > now && isOf(customer, alert),
      )
      const products = await catalog.findProducts([...new Set(waiting.map(({ productId }) => productId))])
      const names = new Map(products.map(({ id, name }) => [id, name]))
      return waiting.map(({ id, kind, productId, requestedAt }) => ({
        id,
        kind,
        productId,
        requestedAt,
        productName: names.get(productId) ?? null,
      }))
    },
    async end(customer, id) {
      const alert = await alerts.find(id)
      if (alert === null || !isOf(customer, alert)) throw new AlertNotFound()
      await alerts.delete(id)
    },
  }
}
