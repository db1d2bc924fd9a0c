import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { AuditLog } from './audit.api.ts'
import { createAuditRepository } from './persistence/audit.repository.ts'
import { createExportAudit } from './use-cases/export-audit.ts'

/** Of a search no more entries are counted, because every one of them is read for it, and pages begin among these. */
const MAX_COUNTED = 1000

export function createAuditLog(database: Database, clock: Clock): AuditLog {
  const entries = createAuditRepository(database, clock)
  return {
    record: entries.insert,
    recordOnce: entries.insertOnce,
    async list({ search = '', limit, offset }) {
      const isWhole = search.trim() === ''
      const [page, total] = await Promise.all([
        isWhole || offset < MAX_COUNTED ? entries.list({ search, limit, offset }) : [],
        isWhole ? entries.count(search) : entries.count(search, MAX_COUNTED),
      ])
      return { entries: page, total }
    },
    listOfSubject: entries.listOfSubject,
    listSince: entries.listSince,
    exportCsv: createExportAudit(entries),
  }
}
