import type { SchemaStep } from '#platform/database/schema-steps'
import type { PersonMatcher } from '#platform/text-redaction'
import type { AuditLog } from './audit/audit.api.ts'
import type { Figures } from './figures/figures.api.ts'
import type { Imports } from './imports/imports.api.ts'
import type { Inbox, Message } from './inbox/inbox.api.ts'
import type { StaffProducts } from './products/products.api.ts'
import type { Queues } from './queues/queues.api.ts'
import type { StaffSessions } from './staff/staff.api.ts'

/**
 * The back office: what staff do, and the record of it. Each property is a room of the module. `address` is always the
 * network address that a request came from.
 */
export interface AdminModule {
  readonly staff: StaffSessions
  readonly audit: AuditLog
  readonly imports: Imports
  readonly inbox: Inbox
  readonly figures: Figures
  readonly products: StaffProducts
  readonly queues: Queues
  /** Changes of the form of what the module stores; they run at the start, before any job. */
  readonly schemaSteps: readonly SchemaStep[]
  /** For privacy requests: what the module knows of one person, and its removal. */
  readonly personal: {
    list(person: { readonly email: string }): Promise<readonly Message[]>
    /** Removes the person from the messages, the audit log and what imports say. */
    forget(person: { readonly email: string; readonly matcher: PersonMatcher }): Promise<void>
  }
}
