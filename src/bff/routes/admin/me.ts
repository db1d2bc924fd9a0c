import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AddPasskeyBody, NewPasskeyBody, PasskeyCreationOptions, RenamePasskeyBody } from '#contracts/passkeys'
import { OwnAccess, OwnPasswordBody, RecoveryCodes, RenewCodesBody } from '#contracts/staff'
import type { AdminModule, StaffSession } from '#modules/admin'
import type { PasskeyExchange } from '../../auth/passkey-exchange.ts'
import { actorOf, NoStaffSession } from '../../auth/staff-access.ts'
import { BODY_LIMITS } from '../../http/bodies.ts'
import type { SecurityLog } from '../../http/security-log.ts'
import type { SignInLimit } from '../../limits/sign-in-limit.ts'
import { presentOwnAccess } from '../../presenters/staff.ts'
import { PathId } from '../../http/path-ids.ts'
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
  passkeys: PasskeyExchange
  securityLog: SecurityLog
}> = (app, { admin, signInLimit, passkeys, securityLog }, done) => {
  const { own, ownPasskeys } = admin.staff
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
    method: 'POST',
    url: '/admin/me/passkeys/options',
    config,
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'beginPasskey',
      tags,
      summary: 'What a browser makes a passkey by, for the current password',
      description:
        'Sets a cookie, too, which must come back with the new passkey within five minutes. 409 where browsers have no passkeys, and with ten of them.',
      body: NewPasskeyBody,
      response: { 200: PasskeyCreationOptions, ...failures(400, 401, 403, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const site = passkeys.siteOf(request)
      const { options, sealedChallenge } = await limited(request, () =>
        ownPasskeys.begin(sessionOf(request), request.body.currentPassword, site),
      )
      passkeys.giveChallenge(reply, sealedChallenge)
      return PasskeyCreationOptions.parse(options)
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/me/passkeys',
    config,
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'addPasskey',
      tags,
      summary: 'Adds a passkey, which opens the gate in place of email, password and code',
      body: AddPasskeyBody,
      response: { 204: z.undefined().describe('Added.'), ...failures(400, 401, 403, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const { name, credential } = request.body
      const answer = { ...credential, clientExtensionResults: {} }
      const sealedChallenge = passkeys.takeChallenge(request, reply)
      const input = { name, answer, sealedChallenge, site: passkeys.siteOf(request) }
      await ownPasskeys.add(sessionOf(request), input, actorOf(request))
      securityLog(request, 'staff.passkey-added', { userId: sessionOf(request).person.id })
      return reply.code(204).send(undefined)
    },
  })

  app.route({
    method: 'PATCH',
    url: '/admin/me/passkeys/:id',
    config,
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'renamePasskey',
      tags,
      summary: 'Calls a passkey of the person otherwise',
      params: z.object({ id: PathId }),
      body: RenamePasskeyBody,
      response: { 204: z.undefined().describe('Renamed.'), ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      await ownPasskeys.rename(sessionOf(request), request.params.id, request.body.name, actorOf(request))
      return reply.code(204).send(undefined)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/admin/me/passkeys/:id',
    config,
    schema: {
      operationId: 'removePasskey',
      tags,
      summary: 'Removes a passkey of the person; sessions that it opened stay',
      params: z.object({ id: PathId }),
      response: { 204: z.undefined().describe('Removed.'), ...failures(401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      await ownPasskeys.remove(sessionOf(request), request.params.id, actorOf(request))
      securityLog(request, 'staff.passkey-removed', { userId: sessionOf(request).person.id })
      return reply.code(204).send(undefined)
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
      params: z.object({ id: PathId }),
      response: { 204: z.undefined().describe('Signed out.'), ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      await own.endSession(sessionOf(request), request.params.id, actorOf(request))
      return reply.code(204).send(undefined)
    },
  })
  done()
}
