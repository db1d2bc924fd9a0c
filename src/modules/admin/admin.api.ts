import type { SchemaStep } from '#platform/database/schema-steps'
import type { AuditLog } from './audit/audit.api.ts'
import type { BulkEdits } from './bulk-edits/bulk-edits.api.ts'
import type { Customers } from './customers/customers.api.ts'
import type { Imports } from './imports/imports.api.ts'
import type { Suppliers } from './imports/suppliers.api.ts'
import type { Inbox, Message } from './inbox/inbox.api.ts'
import type { ErasePerson } from './inbox/use-cases/erase-person.ts'
import type { Presence } from './presence/presence.api.ts'
import type { StaffProducts } from './products/products.api.ts'
import type { Queues } from './queues/queues.api.ts'
import type { OwnPasskeys, PasskeyGate } from './staff/passkeys.api.ts'
import type { Invitations, OwnAccess, StaffMembers, StaffPerson, StaffSessions } from './staff/staff.api.ts'
import type { StaffPersonalData } from './staff/use-cases/staff-personal-data.ts'
import type { Stats } from './stats/stats.api.ts'
import type { Verification } from './verification/verification.api.ts'
import type { CountToDo } from './to-do/to-do.api.ts'

/**
 * The back office: what staff do, and the record of it. Each property is one of its features.
 */
export interface AdminModule {
  readonly staff: StaffSessions & {
    /** Who the gate's password stands for. */
    readonly owner: StaffPerson
    readonly members: StaffMembers
    readonly invitations: Invitations
    readonly own: OwnAccess
    readonly passkeyGate: PasskeyGate
    readonly ownPasskeys: OwnPasskeys
  }
  readonly presence: Presence
  readonly audit: AuditLog
  readonly bulkEdits: BulkEdits
  readonly customers: Customers
  readonly imports: Imports
  readonly suppliers: Suppliers
  readonly inbox: Inbox
  readonly verification: Verification
  readonly stats: Stats
  readonly products: StaffProducts
  readonly queues: Queues
  /** What waits for a person, counted at most once a second. */
  readonly countToDo: CountToDo
  /** Changes of the shape of stored data; they run at the start, before any job. */
  readonly schemaSteps: readonly SchemaStep[]
  /** For privacy requests: lists or removes the personal data of one person. */
  readonly personal: {
    list(person: { readonly email: string }): Promise<readonly Message[]>
    /** Erases the messages of a proved address, and has staff decide about messages that may name the person. */
    readonly erase: ErasePerson
  }
  /** The same for people with access to the back office. */
  readonly personalStaff: StaffPersonalData
}
