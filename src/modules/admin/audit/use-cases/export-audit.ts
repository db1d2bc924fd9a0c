import { BYTE_ORDER_MARK, toCsv } from '#platform/text/csv'
import type { AuditEntry } from '../domain/audit.ts'
import type { AuditRepository } from '../persistence/audit.repository.ts'

const ROWS_PER_PIECE = 100
const HEADER = ['at', 'action', 'subject', 'address', 'changes', 'person']

function cellsOf({ at, action, subject, by, changes }: AuditEntry): string[] {
  const lines = changes
    .map(({ field, before, after }) => `${field}: ${before ?? '(nothing)'} → ${after ?? '(nothing)'}`)
    .join('\n')
  return [at.toISOString(), action, subject ?? '', by.address, lines, by.person?.name ?? '']
}

/** The audit log as CSV in pieces, newest entries first. It is read no faster than the pieces are taken. */
export function createExportAudit(audit: Pick<AuditRepository, 'stream'>) {
  return async function* exportAudit(search: string): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + toCsv([HEADER])
    let rows: string[][] = []
    for await (const entry of audit.stream(search)) {
      rows.push(cellsOf(entry))
      if (rows.length < ROWS_PER_PIECE) continue
      yield toCsv(rows)
      rows = []
    }
    if (rows.length > 0) yield toCsv(rows)
  }
}
