import type { FastifyRequest } from 'fastify'
import type { AuditNote } from '#modules/admin'

/** A line for the staff log about what a request does: `admin.audit(staffNote(request, { action, subject }))`. */
export function staffNote(request: FastifyRequest, note: Omit<AuditNote, 'address'>): AuditNote {
  return { ...note, address: request.ip }
}
