import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { OpenStaffSession, StaffSignOutQuery } from '#contracts/admin'
import { mayDo } from '#contracts/staff-roles'
import type { AdminModule } from '#modules/admin'
import { NoStaffSession, staffSessionOf, type StaffAccess } from '../../auth/staff-access.ts'
import { BODY_LIMITS } from '../../http/bodies.ts'
import type { SecurityLog } from '../../http/security-log.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']

/** The open staff session, and signing out (specification 2, sections 2 and 4). */
export const staffSessionRoutes: FastifyPluginCallbackZod<{
  admin: Pick<AdminModule, 'staff'>
  staffAccess: StaffAccess
  securityLog: SecurityLog
}> = (app, { admin, staffAccess, securityLog }, done) => {
  /** The sessions of all staff for the owner, and the own ones for everybody else. @throws NoStaffSession */
  async function closeEverywhere(request: FastifyRequest, token: string | null): Promise<void> {
    const session = token === null ? null : await admin.staff.findSession(token)
    if (token === null || session === null) throw new NoStaffSession()
    const { id, name, role } = session.person
    const by = { person: { id, name }, address: request.ip }
    if (mayDo(role, 'staff.write')) return admin.staff.closeAllSessions(by)
    await admin.staff.own.endOtherSessions(session, by)
    await admin.staff.closeSession({ token, address: request.ip })
  }

  app.route({
    method: 'GET',
    url: '/admin/session',
    config: { access: { staff: 'self' } },
    schema: {
      operationId: 'getStaffSession',
      tags,
      summary: 'Whose the staff session is, and when it ends',
      response: { 200: OpenStaffSession, ...failures(401, 403) },
    },
    handler: async (request) => {
      const { expiresAt, person } = staffSessionOf(request)
      return { expiresAt: expiresAt.toISOString(), person }
    },
  })

  app.route({
    method: 'DELETE',
    url: '/admin/session',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'closeStaffSession',
      tags,
      summary: 'Closes the staff session, or all of them',
      description:
        'Answers 204 without a session too; `everywhere` takes one. It closes those of all staff for the owner, and the own ones for everybody else.',
      security: [{ staff: [] }, {}],
      querystring: StaffSignOutQuery,
      response: { 204: z.undefined().describe('Closed.'), ...failures(400, 401, 403) },
    },
    handler: async (request, reply) => {
      const token = staffAccess.tokenOf(request)
      if (request.query.everywhere === 'true') {
        await closeEverywhere(request, token)
        securityLog(request, 'staff.signed-out-everywhere')
      } else if (token !== null) await admin.staff.closeSession({ token, address: request.ip })
      staffAccess.clearCookie(reply)
      return reply.code(204).header('cache-control', 'no-store').send(undefined)
    },
  })
  done()
}
