import { SHOP_TIME_ZONE } from '#brand'
import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import { orderChanged, orderPlaced, orderReleased, orderStatusChanged } from '#modules/orders/events'
import type { Clock } from '#platform/time/clock'
import { createCounters } from '#platform/database/counters'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import type { MailAddress } from '#platform/mail/mail'
import type { MailBudget } from '#platform/mail/mail-budget'
import type { Mailer } from '#platform/mail/mailer'
import type { PasswordHasher } from '#platform/security/passwords'
import type { FetchRemoteFile } from '#platform/remote-file/fetch-remote-file'
import { createSeal } from '#platform/security/seal'
import type { AdminModule } from './admin.api.ts'
import { createAuditLog } from './audit/audit-log.ts'
import { writeAuditLineWhenAddressCorrected } from './audit/subscribers/write-audit-line-when-address-corrected.ts'
import { writeAuditLineWhenOrderNoted } from './audit/subscribers/write-audit-line-when-order-noted.ts'
import { writeAuditLineWhenOrderRefunded } from './audit/subscribers/write-audit-line-when-order-refunded.ts'
import { writeAuditLineWhenOrderReleased } from './audit/subscribers/write-audit-line-when-order-released.ts'
import { writeAuditLineWhenOrderStatusChanged } from './audit/subscribers/write-audit-line-when-order-status-changed.ts'
import { writeAuditLineWhenReturnChanged } from './audit/subscribers/write-audit-line-when-return-changed.ts'
import { createBulkEdits } from './bulk-edits/bulk-edits.ts'
import { takeBulkEditStep } from './bulk-edits/jobs.ts'
import { createCustomers } from './customers/customers.ts'
import { createStats } from './stats/summarize.ts'
import { createImports } from './imports/imports.ts'
import { beginDueFetch, fetchAskedPriceList, fetchPriceList } from './imports/fetching/jobs.ts'
import { createMailRecipients } from './imports/fetching/mail-recipients.ts'
import { importProducts, undoImport } from './imports/jobs.ts'
import { importSchemaSteps } from './imports/persistence/schema-steps.ts'
import { writeAuditLineWhenImportFinished } from './imports/subscribers/write-audit-line-when-import-finished.ts'
import { createInbox } from './inbox/inbox.ts'
import { inboxSchemaSteps } from './inbox/persistence/schema-steps.ts'
import { createPresence } from './presence/presence.ts'
import { createProductReverts } from './product-changes/product-changes.api.ts'
import { tidyPictures } from './products/jobs.ts'
import { mailAuthorWhenReviewWasHidden } from './products/subscribers/mail-author-when-review-was-hidden.ts'
import { createDeleteUnusedPictures } from './products/use-cases/delete-unused-pictures.ts'
import { createEditHistory } from './products/use-cases/edit-history.ts'
import { createEditProducts } from './products/use-cases/edit-products.ts'
import { createModerateReviews } from './products/use-cases/moderate-reviews.ts'
import { createProductHistory } from './products/use-cases/product-history.ts'
import { createRecordUploads } from './products/use-cases/record-uploads.ts'
import { createQueues } from './queues/manage-queues.ts'
import { createStaff } from './staff/staff.ts'
import { createLetterCodes } from './verification/domain/letter-code.ts'
import { createLetterRepository } from './verification/persistence/letter.repository.ts'
import { createVerification } from './verification/verify-person.ts'
import { createCountToDo } from './to-do/count-to-do.ts'

/** When the pictures are looked through: at night, and each night, so that what nothing shows is known to the day. */
const TIDYING = { time: '04:00', timeZone: SHOP_TIME_ZONE }

/**
 * Builds the back office on its collections, and registers its jobs and listeners.
 * @param deps.password opens the back office; only a hash of it is kept
 * @param deps.secrets of the shop, the newest first
 * @param deps.staff gets a mail for every new message
 */
export function createAdminModule(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Jobs
  readonly clock: Clock
  readonly catalog: CatalogModule
  readonly identity: IdentityModule
  readonly orders: OrdersModule
  readonly password: string
  readonly secrets: readonly [string, ...string[]]
  readonly shopUrl: string
  readonly passwords: PasswordHasher
  readonly mailer: Mailer
  readonly mailBudget: Pick<MailBudget, 'countWithheld'>
  readonly staff: MailAddress
  readonly fetchRemoteFile: FetchRemoteFile
}): AdminModule {
  const { database, events, jobs, clock, catalog, identity, orders, staff } = deps
  const audit = createAuditLog(database, clock)
  const stats = createStats({ catalog, orders, clock })
  const reverts = createProductReverts(catalog, createCounters(database))
  reverts.addHistory(createEditHistory(audit))
  const bulkEdits = createBulkEdits({ database, jobs, clock, audit, reverts, catalog })
  const people = createStaff({ ...deps, audit })
  const imports = createImports({
    ...deps,
    audit,
    reverts,
    seal: createSeal(deps.secrets, 'list sources'),
    mailRecipients: createMailRecipients(people.api.members, staff),
  })
  const queues = createQueues({ database, jobs, audit, mailBudget: deps.mailBudget })
  const inbox = createInbox({ ...deps, audit })
  const deleteUnusedPictures = createDeleteUnusedPictures({ catalog, orders, audit })

  jobs.handle(importProducts, (payload, { signal }) => imports.runImport(payload, signal))
  jobs.handle(undoImport, (payload, { signal }) => imports.undoImport(payload, signal))
  jobs.handle(beginDueFetch, imports.beginDueFetch)
  for (const job of [fetchPriceList, fetchAskedPriceList])
    jobs.handle(job, (payload, { signal }) => imports.fetchList(payload, signal))
  jobs.handle(takeBulkEditStep, (payload, { signal }) => bulkEdits.takeStep(payload, signal))
  jobs.handleDaily(tidyPictures, TIDYING, deleteUnusedPictures)
  writeAuditLineWhenImportFinished({ events, audit, getImport: imports.api.get })
  for (const event of [orderPlaced, orderStatusChanged, orderChanged, orderReleased])
    events.listen<unknown>(event, 'admin.clear-stats', stats.clearCache)
  writeAuditLineWhenOrderStatusChanged({ events, audit })
  writeAuditLineWhenOrderReleased({ events, audit })
  writeAuditLineWhenReturnChanged({ events, audit })
  writeAuditLineWhenOrderNoted({ events, audit })
  writeAuditLineWhenOrderRefunded({ events, audit })
  writeAuditLineWhenAddressCorrected({ events, audit })
  mailAuthorWhenReviewWasHidden(deps)

  return {
    staff: people.api,
    presence: createPresence({ database, events, clock, ownerId: people.api.owner.id }),
    audit,
    bulkEdits: bulkEdits.api,
    customers: createCustomers({ database, identity, audit }),
    imports: imports.api,
    suppliers: imports.suppliers,
    inbox: inbox.api,
    verification: createVerification({
      database,
      clock,
      identity,
      orders,
      letters: createLetterRepository(database),
      codes: createLetterCodes(deps.secrets[0]),
      audit,
    }),
    stats,
    products: {
      ...createEditProducts({ database, catalog, audit }),
      ...createModerateReviews({ database, catalog, audit }),
      history: createProductHistory({ audit, imports: imports.api, bulkEdits: bulkEdits.api }),
      recordUploads: createRecordUploads(audit),
    },
    queues,
    countToDo: createCountToDo({ catalog, orders, imports: imports.api, inbox: inbox.api, queues }),
    schemaSteps: [
      ...importSchemaSteps(database, clock),
      ...inboxSchemaSteps({ database, identity, staff: people.api }),
    ],
    personal: inbox.personal,
    personalStaff: people.personal,
  }
}
