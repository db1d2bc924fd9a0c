import type { AuditLog } from '../../audit/audit.api.ts'
import type { StaffProducts } from '../products.api.ts'

export function createRecordUploads(audit: Pick<AuditLog, 'record'>): StaffProducts['recordUploads'] {
  return (count, by) => audit.record(null, { action: 'images.uploaded', subject: `${count} images`, by })
}
