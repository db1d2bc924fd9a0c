import type { AuditEntry as AuditEntryContract } from '#contracts/admin'
import type { AdminModule } from '#modules/admin'

type AuditEntry = Awaited<ReturnType<AdminModule['audit']['list']>>['entries'][number]

export function presentAuditEntry({ at, by, changes, ...entry }: AuditEntry): AuditEntryContract {
  return {
    ...entry,
    person: by.person?.name ?? null,
    address: by.address,
    at: at.toISOString(),
    changes: changes.map((change) => ({ ...change })),
  }
}
