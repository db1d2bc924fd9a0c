import type { CatalogModule } from '#modules/catalog'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Jobs } from '#platform/jobs/jobs'
import { createPasswordCheck } from './gate/password-check.ts'
import { createImports } from './imports/imports.ts'
import type { AdminModule } from './index.ts'
import { createAuditRepository } from './persistence/audit.repository.ts'
import { createStaffSessionRepository } from './persistence/staff-session.repository.ts'
import { createEditProducts } from './use-cases/edit-products.ts'
import { createStaffSessions } from './use-cases/staff-sessions.ts'

/**
 * Builds the back office on its collections.
 * @param deps.password what opens it; only a hash of it is kept
 */
export function createAdminModule(deps: {
  readonly database: Database
  readonly events: EventBus
  readonly jobs: Jobs
  readonly clock: Clock
  readonly catalog: CatalogModule
  readonly password: string
}): AdminModule {
  const { database, clock, catalog } = deps
  const audit = createAuditRepository(database, clock)
  const sessions = createStaffSessions({
    database,
    clock,
    audit,
    sessions: createStaffSessionRepository(database),
    passwordFits: createPasswordCheck(deps.password),
  })
  const products = createEditProducts({ database, catalog, audit })

  return {
    openSession: sessions.open,
    findSession: sessions.find,
    closeSession: sessions.close,
    createProduct: products.create,
    updateProduct: products.update,
    deleteProduct: products.delete,
    imports: createImports(deps),
    audit: (note, tx) => audit.add(note, tx),
    async listAudit({ search = '', limit, offset }) {
      const [entries, total] = await Promise.all([audit.list({ search, limit, offset }), audit.count(search)])
      return { entries, total }
    },
  }
}
