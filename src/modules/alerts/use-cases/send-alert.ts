import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/time/clock'
import { DependencyUnavailable, type JobHandler } from '#platform/jobs/jobs'
import { digestOf } from '#platform/security/link-token'
import type { Mailer } from '#platform/mail/mailer'
import { alertExpiryOf, isDue } from '../domain/alert.ts'
import { alertMail } from '../mails/alert-mails.ts'
import type { AlertRepository } from '../persistence/alert.repository.ts'
import type { NotifyWaiting } from './notify-waiting.ts'

/** The proved address that an account has now; null when it has none. */
export type ProvedAddressOf = (customerId: string) => Promise<string | null>

/**
 * Sends the one mail of a request that is due. A product that was sold out again meanwhile, or costs as much as before,
 * is worth no mail: the request waits on, with the link that it had. Nor is a request done whose mail was withheld,
 * because its address got too many within the hour: the job waits that out, which takes longer than the attempts of one
 * that fails.
 */
export function createSendAlert(deps: {
  readonly catalog: Pick<CatalogModule, 'findProducts'>
  readonly clock: Clock
  readonly mailer: Mailer
  readonly alerts: AlertRepository
  readonly notifyWaiting: NotifyWaiting
  readonly shopUrl: string
  readonly provedAddressOf: ProvedAddressOf
}): JobHandler<{ readonly alertId: string; readonly linkToken: string }> {
  const { catalog, clock, mailer, alerts, notifyWaiting, shopUrl, provedAddressOf } = deps

  return async function sendAlert({ alertId, linkToken }, { jobId }) {
    const alert = await alerts.find(alertId)
    if (alert === null || alert.state !== 'due') return
    const [product] = await catalog.findProducts([alert.productId])
    if (product === undefined) return alerts.deleteOfProduct(alert.productId)
    const { id } = alert
    if (!isDue(alert, product)) {
      await alerts.move({ id, from: 'due', to: 'open', expiresAt: alertExpiryOf('open', clock.now()) })
      // It may have come back again while the request was not waiting.
      return notifyWaiting([product.id])
    }
    // A customer who changed their address since gets the mail at the new one.
    const email = (alert.customerId === null ? null : await provedAddressOf(alert.customerId)) ?? alert.email
    const isSent = await mailer.send(jobId, alertMail({ ...alert, email }, product, { shopUrl, linkToken }))
    if (!isSent)
      throw new DependencyUnavailable('The mail of an alert was withheld: its address gets too many within the hour.')
    const expiresAt = alertExpiryOf('sent', clock.now())
    await alerts.move({ id, from: 'due', to: 'sent', expiresAt, linkDigest: digestOf(linkToken) })
  }
}
