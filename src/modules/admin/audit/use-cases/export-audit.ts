import { toCsv } from '#platform/csv'
import type { AuditEntry } from '../domain/audit.ts'
import type { AuditRepository } from '../persistence/audit.repository.ts'

const BATCH = 500
const HEADER = ['at', 'action', 'subject', 'address', 'changes']

function cellsOf({ at, action, subject, address, changes }: AuditEntry): string[] {
  const lines = changes
    .map(({ field, before, after }) => `${field}: ${before ?? '(nothing)'} → ${after ?? '(nothing)'}`)
    .join('\n')
  return [at.toISOString(), action, subject ?? '', address, lines]
}

/** The audit log as CSV, newest entries first. */
export function createExportAudit(audit: Pick<AuditRepository, 'list'>) {
  return async function* exportAudit(search: string): AsyncGenerator<string> {
    yield toCsv([HEADER])
    for (let offset = 0; ; offset += BATCH) {
      const entries = await audit.list({ search, limit: BATCH, offset })
      if (entries.length > 0) yield toCsv(entries.map(cellsOf))
      if (entries.length < BATCH) return
    }
  }
}
