import type { IdentityModule } from '#modules/identity'
import type { Database } from '#platform/database/database'
import type { AuditLog } from '../audit/audit.api.ts'
import type { Customers } from './customers.api.ts'

export function createCustomers(deps: {
  readonly database: Database
  readonly identity: Pick<IdentityModule, 'sessions'>
  readonly audit: Pick<AuditLog, 'record'>
}): Customers {
  const { database, identity, audit } = deps
  return {
    endSessions: (customerId, by) =>
      database.transaction(async (tx) => {
        const ended = await identity.sessions.endAll(tx, customerId)
        const changes = [{ field: 'sessions', before: String(ended), after: '0' }]
        await audit.record(tx, { action: 'customer.signed-out', subject: `customer ${customerId}`, by, changes })
        return ended
      }),
  }
}
