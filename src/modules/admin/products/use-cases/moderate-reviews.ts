import type { CatalogModule, ReviewKey } from '#modules/catalog'
import type { Database, Transaction } from '#platform/database/database'
import { changesBetween, type Actor, type AuditLog } from '../../audit/audit.api.ts'
import type { StaffProducts } from '../products.api.ts'

/** Hides reviews and shows them again. The log has which one; why it is hidden stays with the review. */
export function createModerateReviews(deps: {
  readonly database: Database
  readonly catalog: Pick<CatalogModule, 'hideReview' | 'showReview'>
  readonly audit: Pick<AuditLog, 'record'>
}): Pick<StaffProducts, 'hideReview' | 'showReview'> {
  const { database, catalog, audit } = deps

  function record(tx: Transaction, { productId, reviewId }: ReviewKey, by: Actor, before: string, after: string) {
    const field = `review ${reviewId}`
    const changes = changesBetween({ [field]: before }, { [field]: after })
    return audit.record(tx, { action: `review.${after}`, subject: `product ${productId}`, by, changes })
  }

  return {
    hideReview: (key, reason, by) =>
      database.transaction(async (tx) => {
        const { review, isChanged } = await catalog.hideReview(tx, key, reason)
        if (isChanged) await record(tx, key, by, 'shown', 'hidden')
        return review
      }),
    showReview: (key, hiddenAtWas, by) =>
      database.transaction(async (tx) => {
        const { review, isChanged } = await catalog.showReview(tx, key, hiddenAtWas)
        if (isChanged) await record(tx, key, by, 'hidden', 'shown')
        return review
      }),
  }
}
