import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import type { OrdersModule } from '#modules/orders'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { sendMail } from '#platform/mail/send-mail'
import { createPasswordCheck } from './staff/password-check.ts'
import { createImports } from './imports/imports.ts'
import { changesOfBegin, changesOfEnd, endOf } from './imports/rules/import-notes.ts'
import type { AdminModule } from './index.ts'
import type { Addressee } from './inbox/mails/message-mails.ts'
import { createAuditRepository } from './audit/persistence/audit.repository.ts'
import { createMessageRepository } from './inbox/persistence/message.repository.ts'
import { createStaffSessionRepository } from './staff/persistence/staff-session.repository.ts'
import { changesOfMove } from './orders/changes-of-move.ts'
import { createEditProducts } from './products/use-cases/edit-products.ts'
import { createExportAudit } from './audit/use-cases/export-audit.ts'
import { createInbox } from './inbox/use-cases/manage-inbox.ts'
import { createNotePictures } from './products/use-cases/record-uploads.ts'
import { createReceiveMessage } from './inbox/use-cases/receive-message.ts'
import { createStaffSessions } from './staff/use-cases/staff-sessions.ts'
import { createSummarise } from './figures/summarize.ts'

const BEGINNINGS: ReadonlySet<string> = new Set(['import.started', 'import.previewed'])

/**
 * Builds the back office on its collections.
 * @param deps.password what opens it; only a hash of it is kept
 * @param deps.staff who is told by mail of new messages
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
  readonly staff: Addressee
}): AdminModule {
  const { database, events, jobs, clock, catalog, identity, orders } = deps
  const audit = createAuditRepository(database, clock)
  const sessions = createStaffSessions({
    database,
    clock,
    audit,
    sessions: createStaffSessionRepository(database),
    passwordFits: createPasswordCheck(deps.password),
  })
  const messages = createMessageRepository(database)
  const inbox = createInbox({ database, clock, identity, messages, audit })
  const products = createEditProducts({ database, catalog, audit })
  const imports = createImports({
    ...deps,
    noteEnd: (tx, found) =>
      audit.add(
        { action: endOf(found), subject: `import ${found.fileName}`, address: 'shop', changes: changesOfEnd(found) },
        tx,
      ),
  })

  jobs.declare(sendMail)

  return {
    openSession: sessions.open,
    findSession: sessions.find,
    closeSession: sessions.close,
    createProduct: products.create,
    updateProduct: products.update,
    deleteProduct: products.delete,
    imports,
    noteImport: (action, address) => (tx, found) =>
      audit.add(
        {
          action,
          subject: `import ${found.fileName}`,
          address,
          ...(BEGINNINGS.has(action) ? { changes: changesOfBegin(found) } : {}),
        },
        tx,
      ),
    notePictures: createNotePictures({ database, jobs, clock, catalog, orders, audit }),
    summarise: createSummarise({ catalog, orders, events, clock }),
    async listQueues() {
      const [queues, failed, workersAlive] = await Promise.all([jobs.figures(), jobs.failed(), jobs.workersAlive()])
      return { queues, failed, workersAlive }
    },
    runJobAgain: (id, address) =>
      database.transaction(async (tx) => {
        await jobs.runAgain(id, tx)
        await audit.add({ action: 'job.run-again', subject: `job ${id}`, address }, tx)
      }),
    moveOrder: (move, address) =>
      orders.requestMove(move, (tx, from) =>
        audit.add(
          { action: 'order.moved', subject: `order ${move.orderId}`, address, changes: changesOfMove(from, move) },
          tx,
        ),
      ),
    receiveMessage: createReceiveMessage({ database, jobs, clock, messages, staff: deps.staff }),
    listInbox: inbox.list,
    changeInboxEntry: inbox.change,
    personal: {
      list: ({ email }) => messages.listOfEmail(email),
      async forget({ email, traces }) {
        await messages.anonymise(email, traces)
        await audit.redact((text) => traces.redact(text))
        await imports.redact((text) => traces.redact(text))
      },
    },
    audit: (note, tx) => audit.add(note, tx),
    async listAudit({ search = '', limit, offset }) {
      const [entries, total] = await Promise.all([audit.list({ search, limit, offset }), audit.count(search)])
      return { entries, total }
    },
    exportAudit: createExportAudit(audit),
  }
}
