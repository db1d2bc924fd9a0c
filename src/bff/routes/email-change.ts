import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Done } from '#contracts/account'
import { LinkBody } from '#contracts/common'
import type { IdentityModule } from '#modules/identity'
import { AppError } from '#platform/errors/errors'
import { customerOf } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import type { SecurityLog } from '../http/security-log.ts'
import type { MailLimit } from '../limits/mail-limit.ts'
import { failures } from './failures.ts'

const tags = ['Customer']

/** What becomes of a new email address that waits for its proof, and the way back to the old one. */
export const emailChangeRoutes: FastifyPluginCallbackZod<{
  identity: IdentityModule
  mailLimit: MailLimit
  securityLog: SecurityLog
}> = (app, { identity, mailLimit, securityLog }, done) => {
  app.route({
    method: 'POST',
    url: '/user/email-change',
    config: { access: 'customer' },
    schema: {
      operationId: 'sendEmailChangeLinkAgain',
      tags,
      summary: 'Sends another link to the new email address; earlier links stop working',
      description: '5 per customer an hour, together with changes of the address; then 429.',
      response: { 202: Done, ...failures(401, 404) },
    },
    handler: async (request, reply) => {
      const { id } = customerOf(request)
      await mailLimit('email-change', id)
      await identity.emailChange.sendLinkAgain(id)
      return reply.code(202).send({ message: 'A new link is on its way. It works for 24 hours.' })
    },
  })

  app.route({
    method: 'DELETE',
    url: '/user/email-change',
    config: { access: 'customer' },
    schema: {
      operationId: 'cancelEmailChange',
      tags,
      summary: 'Keeps the email address; the link to the new one stops working',
      response: { 204: z.undefined().describe('Cancelled.'), ...failures(401) },
    },
    handler: async (request, reply) => {
      await identity.emailChange.cancel(customerOf(request).id)
      return reply.code(204).send(undefined)
    },
  })

  app.route({
    method: 'POST',
    url: '/email-change/undo',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'undoEmailChange',
      tags,
      summary: 'Takes a new email address back with the token of the mail to the old one, and ends all sessions',
      body: LinkBody,
      response: { 200: Done, ...failures(400, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const { token } = request.body
      if (await identity.emailChange.undo(token)) securityLog(request, 'email.change-undone')
      else if ((await identity.findLinkAnswer(token)) !== 'kept') {
        const message = 'This link is no longer valid. Links to keep an email address work once and for 7 days.'
        throw new AppError('not-found', 'LINK_UNKNOWN', message)
      }
      return reply.header('cache-control', 'no-store').send({ message: 'Your email address stays.' })
    },
  })
  done()
}
