import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { DeclinedEmail, Done } from '#contracts/account'
import { LinkBody } from '#contracts/common'
import type { IdentityModule, LinkAnswer } from '#modules/identity'
import { AppError } from '#platform/errors/errors'
import { customerOf } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import type { SecurityLog } from '../http/security-log.ts'
import type { MailLimit } from '../limits/mail-limit.ts'
import { failures } from './failures.ts'
import { LinkQuery, redirectToPage } from './mail-links.ts'

const tags = ['Customer']

/** Proving an email address, or refusing it, by the link in a mail (specification 2, section 7). */
export const emailProofRoutes: FastifyPluginCallbackZod<{
  identity: Pick<IdentityModule, 'requestEmailProof' | 'verifyEmail' | 'declineEmail' | 'findLinkAnswer'>
  mailLimit: MailLimit
  securityLog: SecurityLog
}> = (app, { identity, mailLimit, securityLog }, done) => {
  app.route({
    method: 'POST',
    url: '/user/verify-email',
    config: { access: 'customer' },
    schema: {
      operationId: 'askForEmailProof',
      tags,
      summary: 'Sends another link to confirm the email address; earlier links stop working',
      description: '5 per customer an hour; then 429.',
      response: { 202: Done, ...failures(401, 409) },
    },
    handler: async (request, reply) => {
      const { id } = customerOf(request)
      await mailLimit('email-proof', id)
      await identity.requestEmailProof(id)
      return reply.code(202).send({ message: 'A new link is on its way. It works for 24 hours.' })
    },
  })

  app.route({
    method: 'GET',
    url: '/verify-email',
    config: { access: 'public' },
    schema: {
      operationId: 'openEmailProofLink',
      tags,
      summary: 'The link in earlier mails: redirects to the page that confirms an email address; changes nothing',
      querystring: LinkQuery,
      response: { 302: z.undefined().describe('To /verify-email?token=…'), ...failures(400) },
    },
    handler: async (request, reply) => redirectToPage(reply, '/verify-email', request.query),
  })

  app.route({
    method: 'POST',
    url: '/verify-email',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'verifyEmail',
      tags,
      summary: 'Confirms an email address, or a new one, with the token of a mail',
      body: LinkBody,
      response: { 200: Done, ...failures(400, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const { token } = request.body
      if (await identity.verifyEmail(token)) securityLog(request, 'email.confirmed')
      else if ((await identity.findLinkAnswer(token)) !== 'confirmed') throw proofLinkUnknown()
      return reply.header('cache-control', 'no-store').send({ message: 'Your email address has been confirmed.' })
    },
  })

  app.route({
    method: 'POST',
    url: '/verify-email/decline',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'declineEmail',
      tags,
      summary: 'Says, with the token of a mail that asks to confirm an address, that somebody else used the address',
      description:
        'Of an account that was opened with it, the password and all sessions end; a new address of an account does not take the place of the old one. Links work once and for 24 hours.',
      body: LinkBody,
      response: { 200: DeclinedEmail, ...failures(400, 404, 413, 415) },
    },
    handler: async (request, reply) => {
      const { token } = request.body
      const declined = await identity.declineEmail(token)
      if (declined !== null) securityLog(request, 'email.declined')
      const answer = declined ?? declinedBefore(await identity.findLinkAnswer(token))
      if (answer === null) throw proofLinkUnknown()
      return reply.header('cache-control', 'no-store').send({ declined: answer })
    },
  })
  done()
}

function declinedBefore(answer: LinkAnswer | null): DeclinedEmail['declined'] | null {
  if (answer === 'declined-account') return 'account'
  return answer === 'declined-new-address' ? 'new-address' : null
}

function proofLinkUnknown(): AppError {
  const message = 'This link is no longer valid. Links to confirm an email address work once and for 24 hours.'
  return new AppError('not-found', 'LINK_UNKNOWN', message)
}
