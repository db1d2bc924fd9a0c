import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { AuditLog } from './audit.api.ts'
import { createAuditRepository } from './persistence/audit.repository.ts'
import { createExportAudit } from './use-cases/export-audit.ts'

export function createAuditLog(database: Database, clock: Clock): AuditLog {
  const entries = createAuditRepository(database, clock)
  return {
    record: entries.insert,
    recordOnce: entries.insertOnce,
    async list({ search = '', limit, offset }) {
      const [page, total] = await Promise.all([entries.list({ search, limit, offset }), entries.count(search)])
      return { entries: page, total }
    },
    listOfSubject: entries.listOfSubject,
    exportCsv: createExportAudit(entries),
  }
}
