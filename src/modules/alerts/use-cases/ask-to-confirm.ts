import type { CatalogModule } from '#modules/catalog'
import type { JobHandler } from '#platform/jobs/jobs'
import type { Mailer } from '#platform/mail/mailer'
import { confirmAlertMail } from '../mails/alert-mails.ts'
import type { AlertRepository } from '../persistence/alert.repository.ts'

export type AskToConfirm = JobHandler<{ readonly alertId: string; readonly linkToken: string }>

/** Sends the mail that a request is confirmed by, unless it was ended or its product deleted meanwhile. */
export function createAskToConfirm(deps: {
  readonly catalog: Pick<CatalogModule, 'findProducts'>
  readonly mailer: Mailer
  readonly alerts: Pick<AlertRepository, 'find'>
  readonly shopUrl: string
}): AskToConfirm {
  const { catalog, mailer, alerts, shopUrl } = deps

  return async function askToConfirm({ alertId, linkToken }, { jobId }) {
    const alert = await alerts.find(alertId)
    if (alert === null || alert.state === 'ended') return
    const [product] = await catalog.findProducts([alert.productId])
    if (product === undefined) return
    await mailer.send(jobId, confirmAlertMail(alert, product, { shopUrl, linkToken }))
  }
}
