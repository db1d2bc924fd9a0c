import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import { readFoundPage, readLongPage } from '#platform/shared-kernel/found-page'
import type { AuditLog } from './audit.api.ts'
import { createAuditRepository } from './persistence/audit.repository.ts'
import { createExportAudit } from './use-cases/export-audit.ts'

export function createAuditLog(database: Database, clock: Clock): AuditLog {
  const entries = createAuditRepository(database, clock)
  return {
    record: entries.insert,
    recordOnce: entries.insertOnce,
    async list({ search = '', limit, offset }) {
      const page = { search, limit, offset }
      const reads = { list: () => entries.list(page), count: (most: number) => entries.count(search, most) }
      const { rows, total } = await (search.trim() === '' ? readLongPage(page, reads) : readFoundPage(page, reads))
      return { entries: rows, total }
    },
    listOfSubject: entries.listOfSubject,
    findLatest: entries.findLatest,
    listSince: entries.listSince,
    exportCsv: createExportAudit(entries),
  }
}
