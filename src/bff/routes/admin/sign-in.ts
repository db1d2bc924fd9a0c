import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { StaffSession, StaffSessionBody } from '#contracts/admin'
import { PasskeyRequestOptions, PasskeySignInBody } from '#contracts/passkeys'
import { StaffSignInBody } from '#contracts/staff'
import type { AdminModule } from '#modules/admin'
import { AppError } from '#platform/errors/errors'
import { BODY_LIMITS } from '../../http/bodies.ts'
import { deviceOf } from '../../http/device.ts'
import { isLocalRequest } from '../../http/local-request.ts'
import type { Attempts } from '../../limits/attempts.ts'
import type { SignInLimit } from '../../limits/sign-in-limit.ts'
import { createStaffSignInLimit } from '../../limits/staff-sign-in-limit.ts'
import type { PasskeyExchange } from '../../auth/passkey-exchange.ts'
import type { StaffAccess } from '../../auth/staff-access.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']

/** Everybody knows the password of the demonstration, so it opens nothing to a request that may come from elsewhere. */
class PublishedPasswordIsLocal extends AppError {
  constructor() {
    const message =
      'The password of the demonstration works on this machine only. Set ADMIN_PASSWORD to open the back office from elsewhere.'
    super('forbidden', 'ADMIN_PASSWORD_NOT_SET', message)
  }
}

/** The ways into the back office: the gate's password, a person's own, a passkey (specification 2, sections 2 and 8). */
export const staffSignInRoutes: FastifyPluginCallbackZod<{
  admin: AdminModule
  staffAccess: StaffAccess
  attempts: Attempts
  personLimit: SignInLimit
  passkeys: PasskeyExchange
  isPasswordPublished: boolean
}> = (app, { admin, staffAccess, attempts, personLimit, passkeys, isPasswordPublished }, done) => {
  const limitAttempts = createStaffSignInLimit(attempts, (request) =>
    admin.audit.record(null, { action: 'session.blocked', subject: null, by: { person: null, address: request.ip } }),
  )

  function sendSession(request: FastifyRequest, reply: FastifyReply, session: { token: string; expiresAt: Date }) {
    const { token, expiresAt } = session
    staffAccess.setCookie(reply, token, expiresAt)
    const body = { expiresAt: expiresAt.toISOString() }
    return reply.header('cache-control', 'no-store').send(staffAccess.isBrowser(request) ? body : { token, ...body })
  }

  app.route({
    method: 'POST',
    url: '/admin/session',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'openStaffSession',
      tags,
      summary: 'Opens a staff session for 24 hours',
      description:
        'A browser gets an HttpOnly cookie and no token; a script, which sends no Origin, gets the token too and sends it as a bearer. ' +
        '10 wrong passwords per address in 15 minutes; then 429. After 50 from all addresses within an hour, those wait some seconds who never opened a session from their address.',
      body: StaffSessionBody,
      response: { 200: StaffSession, ...failures(400, 401, 403, 413, 415) },
    },
    handler: async (request, reply) => {
      if (isPasswordPublished && !isLocalRequest(request)) {
        attempts.securityLog(request, 'staff.sign-in.refused', { reason: 'ADMIN_PASSWORD_NOT_SET' })
        throw new PublishedPasswordIsLocal()
      }
      const { token, expiresAt } = await limitAttempts(request, () =>
        admin.staff.openSession({ password: request.body.password, ...placeOf(request) }),
      )
      attempts.securityLog(request, 'staff.sign-in')
      return sendSession(request, reply, { token, expiresAt })
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/session/person',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'openPersonSession',
      tags,
      summary: 'Opens a staff session of somebody who was invited, for 24 hours',
      description:
        'By email, password and a code of the authenticator app, or a recovery code; each code counts once. Limits as for customers; after 20 wrong codes with the right password within an hour, only places count from where the person signed in before.',
      body: StaffSignInBody,
      response: { 200: StaffSession, ...failures(400, 401, 413, 415) },
    },
    handler: async (request, reply) => {
      const { token, expiresAt, person } = await personLimit(request, request.body.email, () =>
        admin.staff.openPersonSession({ ...request.body, ...placeOf(request) }),
      )
      attempts.securityLog(request, 'staff.sign-in', { userId: person.id })
      return sendSession(request, reply, { token, expiresAt })
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/session/passkey/options',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'beginPasskeySession',
      tags,
      summary: 'What a browser asks its person for a passkey by',
      description:
        'Sets a cookie, too, which must come back with the answer within five minutes. 409 where browsers have no passkeys: without `https:` and not on this machine.',
      response: { 200: PasskeyRequestOptions, ...failures(409) },
    },
    handler: async (request, reply) => {
      const { options, sealedChallenge } = await admin.staff.passkeyGate.begin(passkeys.siteOf(request))
      passkeys.giveChallenge(reply, sealedChallenge)
      return reply.header('cache-control', 'no-store').send(PasskeyRequestOptions.parse(options))
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/session/passkey',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'openPasskeySession',
      tags,
      summary: 'Opens a staff session of somebody who has a passkey, for 24 hours',
      description:
        'In place of email, password and code. The device must have asked for a fingerprint, face or PIN. Limits as for these.',
      body: PasskeySignInBody,
      response: { 200: StaffSession, ...failures(400, 401, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const { userHandle } = request.body.response
      const answer = {
        ...request.body,
        response: { ...request.body.response, userHandle: userHandle ?? undefined },
        clientExtensionResults: {},
      }
      const sealedChallenge = passkeys.takeChallenge(request, reply)
      const site = passkeys.siteOf(request)
      const { token, expiresAt, person } = await personLimit(request, `passkey of ${userHandle}`, () =>
        admin.staff.passkeyGate.open({ answer, sealedChallenge, site, ...placeOf(request) }),
      )
      attempts.securityLog(request, 'staff.sign-in', { userId: person.id, reason: 'passkey' })
      return sendSession(request, reply, { token, expiresAt })
    },
  })
  done()
}

function placeOf(request: FastifyRequest) {
  return { address: request.ip, device: deviceOf(request.headers['user-agent']) }
}
