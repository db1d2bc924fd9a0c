import type { AuditEntry as AuditEntryContract } from '#contracts/admin'
import type { AdminModule } from '#modules/admin'

type AuditEntry = Awaited<ReturnType<AdminModule['audit']['list']>>['entries'][number]

export function presentAuditEntry({ at, changes, ...entry }: AuditEntry): AuditEntryContract {
  return { ...entry, at: at.toISOString(), changes: changes.map((change) => ({ ...change })) }
}
