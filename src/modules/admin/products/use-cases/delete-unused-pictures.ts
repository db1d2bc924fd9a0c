import type { CatalogModule } from '#modules/catalog'
import type { OrdersModule } from '#modules/orders'
import { THE_SHOP, type AuditLog } from '../../audit/audit.api.ts'
import { imagesText } from './record-uploads.ts'

/** Deletes uploaded pictures that no product has shown for 120 days and no order shows. */
export type DeleteUnusedPictures = () => Promise<void>

export function createDeleteUnusedPictures(deps: {
  readonly catalog: Pick<CatalogModule, 'tidyImages'>
  readonly orders: Pick<OrdersModule, 'shownImages'>
  readonly audit: Pick<AuditLog, 'record'>
}): DeleteUnusedPictures {
  const { catalog, orders, audit } = deps
  return async function deleteUnusedPictures() {
    const deleted = await catalog.tidyImages((fileNames) => orders.shownImages(fileNames))
    if (deleted > 0) await audit.record(null, { action: 'images.cleared', subject: imagesText(deleted), by: THE_SHOP })
  }
}
