import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AddPasskeyBody, NewPasskeyBody, PasskeyCreationOptions, RenamePasskeyBody } from '#contracts/passkeys'
import type { AdminModule } from '#modules/admin'
import type { PasskeyExchange } from '../../auth/passkey-exchange.ts'
import { actorOf, staffSessionOf } from '../../auth/staff-access.ts'
import { BODY_LIMITS } from '../../http/bodies.ts'
import { PathId } from '../../http/path-ids.ts'
import type { SecurityLog } from '../../http/security-log.ts'
import type { OwnPasswordLimit } from '../../limits/own-password-limit.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const config = { access: { staff: 'self' } } as const
const params = z.object({ id: PathId })

/** The passkeys of signed-in staff. */
export const ownPasskeyRoutes: FastifyPluginCallbackZod<{
  admin: AdminModule
  limitOwnPassword: OwnPasswordLimit
  passkeys: PasskeyExchange
  securityLog: SecurityLog
}> = (app, { admin, limitOwnPassword, passkeys, securityLog }, done) => {
  const { ownPasskeys } = admin.staff

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
      const { options, sealedChallenge } = await limitOwnPassword(request, () =>
        ownPasskeys.begin(staffSessionOf(request), request.body.currentPassword, site),
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
      await ownPasskeys.add(staffSessionOf(request), input, actorOf(request))
      securityLog(request, 'staff.passkey-added', { userId: staffSessionOf(request).person.id })
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
      params,
      body: RenamePasskeyBody,
      response: { 204: z.undefined().describe('Renamed.'), ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      await ownPasskeys.rename(staffSessionOf(request), request.params.id, request.body.name, actorOf(request))
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
      params,
      response: { 204: z.undefined().describe('Removed.'), ...failures(401, 403, 404, 409) },
    },
    handler: async (request, reply) => {
      await ownPasskeys.remove(staffSessionOf(request), request.params.id, actorOf(request))
      securityLog(request, 'staff.passkey-removed', { userId: staffSessionOf(request).person.id })
      return reply.code(204).send(undefined)
    },
  })
  done()
}
