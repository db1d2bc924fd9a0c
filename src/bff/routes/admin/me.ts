import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { OwnAccess, OwnPasswordBody, RecoveryCodes, RenewCodesBody } from '#contracts/staff'
import type { AdminModule } from '#modules/admin'
import { actorOf, staffSessionOf } from '../../auth/staff-access.ts'
import { BODY_LIMITS } from '../../http/bodies.ts'
import type { SecurityLog } from '../../http/security-log.ts'
import type { OwnPasswordLimit } from '../../limits/own-password-limit.ts'
import { presentOwnAccess } from '../../presenters/staff.ts'
import { PathId } from '../../http/path-ids.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const config = { access: { staff: 'self' } } as const

/** What signed-in staff see and change of their own access: password, recovery codes and sessions. */
export const ownAccessRoutes: FastifyPluginCallbackZod<{
  admin: AdminModule
  limitOwnPassword: OwnPasswordLimit
  securityLog: SecurityLog
}> = (app, { admin, limitOwnPassword, securityLog }, done) => {
  const { own } = admin.staff

  app.route({
    method: 'GET',
    url: '/admin/me',
    config,
    schema: {
      operationId: 'getOwnAccess',
      tags,
      summary: 'Who is signed in, with what role, and where',
      response: { 200: OwnAccess, ...failures(401, 403) },
    },
    handler: async (request) => presentOwnAccess(await own.find(staffSessionOf(request))),
  })

  app.route({
    method: 'PUT',
    url: '/admin/me/password',
    config,
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'changeOwnPassword',
      tags,
      summary: 'Changes the own password and signs out everywhere else',
      description: 'A wrong current password counts like a failed sign-in. The password of the gate is a setting: 409.',
      body: OwnPasswordBody,
      response: { 204: z.undefined().describe('Changed.'), ...failures(400, 401, 403, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      await limitOwnPassword(request, () => own.changePassword(staffSessionOf(request), request.body, actorOf(request)))
      securityLog(request, 'staff.password-changed', { userId: staffSessionOf(request).person.id })
      return reply.code(204).send(undefined)
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/me/recovery-codes',
    config,
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'renewRecoveryCodes',
      tags,
      summary: 'Ten new recovery codes, shown this once; earlier ones stop working',
      body: RenewCodesBody,
      response: { 200: RecoveryCodes, ...failures(400, 401, 403, 409, 413, 415) },
    },
    handler: async (request) => {
      const { currentPassword } = request.body
      const recoveryCodes = await limitOwnPassword(request, () =>
        own.renewRecoveryCodes(staffSessionOf(request), currentPassword, actorOf(request)),
      )
      securityLog(request, 'staff.recovery-codes-renewed', { userId: staffSessionOf(request).person.id })
      return { recoveryCodes: [...recoveryCodes] }
    },
  })

  app.route({
    method: 'DELETE',
    url: '/admin/me/sessions',
    config,
    schema: {
      operationId: 'endOwnOtherSessions',
      tags,
      summary: 'Signs the person out everywhere but here',
      response: { 204: z.undefined().describe('Signed out.'), ...failures(401, 403) },
    },
    handler: async (request, reply) => {
      await own.endOtherSessions(staffSessionOf(request), actorOf(request))
      return reply.code(204).send(undefined)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/admin/me/sessions/:id',
    config,
    schema: {
      operationId: 'endOwnSession',
      tags,
      summary: 'Signs the person out of one session',
      params: z.object({ id: PathId }),
      response: { 204: z.undefined().describe('Signed out.'), ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await own.endSession(staffSessionOf(request), request.params.id, actorOf(request))
      return reply.code(204).send(undefined)
    },
  })
  done()
}
