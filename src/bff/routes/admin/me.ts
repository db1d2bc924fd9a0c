import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { OwnAccess, OwnPasswordBody, RecoveryCodes, RenewCodesBody } from '#contracts/staff'
import type { AdminModule, StaffSession } from '#modules/admin'
import { actorOf, NoStaffSession } from '../../auth/staff-access.ts'
import { BODY_LIMITS } from '../../http/bodies.ts'
import type { SecurityLog } from '../../http/security-log.ts'
import type { SignInLimit } from '../../limits/sign-in-limit.ts'
import { presentOwnAccess } from '../../presenters/staff.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const config = { access: { staff: 'self' } } as const

function sessionOf({ staff }: FastifyRequest): StaffSession {
  if (staff === null) throw new NoStaffSession()
  return staff
}

/** What signed-in staff see and change of their own access. */
export const ownAccessRoutes: FastifyPluginCallbackZod<{
  admin: AdminModule
  signInLimit: SignInLimit
  securityLog: SecurityLog
}> = (app, { admin, signInLimit, securityLog }, done) => {
  const { own } = admin.staff
  /** A wrong current password counts like a failed sign-in of the person. */
  const limited = <Result>(request: FastifyRequest, attempt: () => Promise<Result>) =>
    signInLimit(request, `staff ${sessionOf(request).person.id}`, attempt)

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
    handler: async (request) => presentOwnAccess(await own.find(sessionOf(request))),
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
      await limited(request, () => own.changePassword(sessionOf(request), request.body, actorOf(request)))
      securityLog(request, 'staff.password-changed', { userId: sessionOf(request).person.id })
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
      const recoveryCodes = await limited(request, () =>
        own.renewRecoveryCodes(sessionOf(request), currentPassword, actorOf(request)),
      )
      securityLog(request, 'staff.recovery-codes-renewed', { userId: sessionOf(request).person.id })
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
      await own.endOtherSessions(sessionOf(request), actorOf(request))
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
      params: z.object({ id: z.string().max(64) }),
      response: { 204: z.undefined().describe('Signed out.'), ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await own.endSession(sessionOf(request), request.params.id, actorOf(request))
      return reply.code(204).send(undefined)
    },
  })
  done()
}
