import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { AcceptInvitationBody, InvitationLink, OpenedInvitation, RecoveryCodes } from '#contracts/staff'
import type { AdminModule } from '#modules/admin'
import type { StaffAccess } from '../../auth/staff-access.ts'
import { BODY_LIMITS } from '../../http/bodies.ts'
import { deviceOf } from '../../http/device.ts'
import type { SecurityLog } from '../../http/security-log.ts'
import type { HashingPlaces } from '../../limits/hashing-places.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']

/** The page behind the link of an invitation: what it shows, and its one use. */
export const staffInvitationRoutes: FastifyPluginCallbackZod<{
  admin: AdminModule
  staffAccess: StaffAccess
  hashingPlaces: HashingPlaces
  securityLog: SecurityLog
}> = (app, { admin, staffAccess, hashingPlaces, securityLog }, done) => {
  const { invitations } = admin.staff

  app.route({
    method: 'POST',
    url: '/admin/invitation/open',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'openInvitation',
      tags,
      summary: 'Whom an invitation is for, and a new authenticator to set up',
      body: InvitationLink,
      response: { 200: OpenedInvitation, ...failures(400, 404, 413, 415) },
    },
    handler: async (request, reply) => {
      const { expiresAt, ...opened } = await invitations.open(request.body.token)
      return reply.header('cache-control', 'no-store').send({ ...opened, expiresAt: expiresAt.toISOString() })
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/invitation',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'acceptInvitation',
      tags,
      summary: 'Uses an invitation up: sets the password and the authenticator, and signs in',
      description: 'Former sessions of the person end. The recovery codes are answered this once.',
      body: AcceptInvitationBody,
      response: { 201: RecoveryCodes, ...failures(400, 404, 413, 415) },
    },
    handler: async (request, reply) => {
      const place = { address: request.ip, device: deviceOf(request.headers['user-agent']) }
      const { token, expiresAt, person, recoveryCodes } = await hashingPlaces(request, () =>
        invitations.accept({ ...request.body, ...place }),
      )
      securityLog(request, 'staff.joined', { userId: person.id })
      staffAccess.setCookie(reply, token, expiresAt)
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ recoveryCodes: [...recoveryCodes] })
    },
  })
  done()
}
