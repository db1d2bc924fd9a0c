import type { AuditLog } from '../../audit/audit.api.ts'
import type { StaffProducts } from '../products.api.ts'

/** How the log counts pictures. */
export const imagesText = (count: number): string => (count === 1 ? '1 image' : `${count} images`)

export function createRecordUploads(audit: Pick<AuditLog, 'record'>): StaffProducts['recordUploads'] {
  return (count, by) => audit.record(null, { action: 'images.uploaded', subject: imagesText(count), by })
}
