import type { CatalogModule } from '#modules/catalog'
import { reviewHidden } from '#modules/catalog/events'
import type { IdentityModule } from '#modules/identity'
import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import { reviewHiddenMail } from '../mails/review-mail.ts'

/**
 * Tells customers why their review was taken out of the shop. One that was shown again before the mail went out needs
 * none, and one that was hidden again has a mail of its own; with the account or the product its author is gone.
 */
export function mailAuthorWhenReviewWasHidden(deps: {
  readonly events: Pick<EventBus, 'subscribe'>
  readonly mailer: Mailer
  readonly catalog: Pick<CatalogModule, 'findReview' | 'findProducts'>
  readonly identity: Pick<IdentityModule, 'findAddressee'>
  readonly shopUrl: string
}): void {
  const { events, mailer, catalog, identity, shopUrl } = deps
  events.subscribe(reviewHidden, 'mail-author-when-review-was-hidden', {
    queue: 'mail',
    async handle({ productId, reviewId, hiddenAt }, { jobId }) {
      const review = await catalog.findReview({ productId, reviewId })
      if (review === null || review.customerId === null) return
      const { customerId, hidden } = review
      if (hidden?.at.getTime() !== hiddenAt.getTime()) return
      const [author, [product]] = await Promise.all([
        identity.findAddressee(customerId),
        catalog.findProducts([productId]),
      ])
      if (author === null || product === undefined) return
      const mail = reviewHiddenMail({ author, productName: product.name, reason: hidden.reason }, shopUrl)
      await mailer.send(jobId, { ...mail, onBehalfOf: customerId, mustArrive: true })
    },
  })
}
