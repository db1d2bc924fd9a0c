import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LinkBody } from '#contracts/common'
import { DeclinedEmail, Done, NewPasswordBody, PasswordBody, ProfileBody } from '#contracts/account'
import { User } from '#contracts/identity'
import type { IdentityModule } from '#modules/identity'
import { AppError } from '#platform/errors'
import { customerOf, type CustomerAccess } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import type { SecurityLog } from '../http/security-log.ts'
import type { HashingPlaces } from '../limits/hashing-places.ts'
import type { MailLimit } from '../limits/mail-limit.ts'
import type { SignInLimit } from '../limits/sign-in-limit.ts'
import { presentUser } from '../presenters/user.ts'
import { failures } from './failures.ts'
import { LinkQuery, redirectToPage } from './mail-links.ts'

const tags = ['Customer']

/** A customer's profile, password and email address (specification 2, sections 5 and 7). */
export const accountRoutes: FastifyPluginCallbackZod<{
  identity: IdentityModule
  customerAccess: CustomerAccess
  signInLimit: SignInLimit
  hashingPlaces: HashingPlaces
  mailLimit: MailLimit
  securityLog: SecurityLog
}> = (app, { identity, customerAccess, signInLimit, hashingPlaces, mailLimit, securityLog }, done) => {
  app.route({
    method: 'PUT',
    url: '/user/profile',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'changeProfile',
      tags,
      summary: "Changes the customer's name, email address and phone",
      description:
        'Another email address takes the current password, unless a code opened the session less than 15 minutes ago. It counts once it is confirmed by the link in its mail, until then it is `pendingEmail`; the answer is the same when somebody has it. The old one gets a link that takes it back for 7 days. 5 per customer an hour. A wrong password counts like a failed sign-in.',
      body: ProfileBody,
      response: { 200: User, ...failures(400, 401, 413, 415) },
    },
    handler: async (request) => {
      const customer = customerOf(request)
      const { currentPassword, ...profile } = request.body
      const user = await identity.changeProfile({
        customerId: customer.id,
        sessionId: customerAccess.sessionIdOf(request) ?? '',
        profile,
        currentPassword,
        limitTries: (check) => signInLimit(request, customer.email, check),
        beforeMails: () => mailLimit('email-change', customer.id),
      })
      const pendingEmail = await identity.emailChange.findPending(customer.id)
      if (pendingEmail !== null && pendingEmail === profile.email)
        securityLog(request, 'email.change-requested', { userId: customer.id, email: customer.email })
      return { ...presentUser(user), pendingEmail }
    },
  })

  app.route({
    method: 'PUT',
    url: '/user/password',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'changePassword',
      tags,
      summary: "Changes the customer's password and signs out all other sessions",
      description: 'A wrong current password counts like a failed sign-in.',
      body: PasswordBody,
      response: { 200: Done, ...failures(400, 401, 413, 415) },
    },
    handler: async (request) => {
      const customer = customerOf(request)
      const sessionId = customerAccess.sessionIdOf(request) ?? ''
      const { currentPassword, newPassword } = request.body
      await signInLimit(request, customer.email, () =>
        identity.changePassword({ customer, sessionId, currentPassword, newPassword }),
      )
      securityLog(request, 'password.changed', { userId: customer.id, email: customer.email })
      return { message: 'Your password has been changed successfully.' }
    },
  })

  app.route({
    method: 'PUT',
    url: '/user/password/new',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'choosePassword',
      tags,
      summary: 'Sets a new password without the old one, and signs out all other sessions',
      description: 'Once in a session that a code opened less than 15 minutes ago.',
      body: NewPasswordBody,
      response: { 200: Done, ...failures(400, 401, 403, 413, 415) },
    },
    handler: async (request) => {
      const sessionId = customerAccess.sessionIdOf(request) ?? ''
      const { newPassword } = request.body
      const customer = customerOf(request)
      await hashingPlaces(request, () => identity.choosePassword({ customer, sessionId, newPassword }))
      securityLog(request, 'password.changed', { userId: customer.id, email: customer.email })
      return { message: 'Your password has been changed successfully.' }
    },
  })

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
      if (!(await identity.verifyEmail(request.body.token))) throw proofLinkUnknown()
      securityLog(request, 'email.confirmed')
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
      const declined = await identity.declineEmail(request.body.token)
      if (declined === null) throw proofLinkUnknown()
      securityLog(request, 'email.declined')
      return reply.header('cache-control', 'no-store').send({ declined })
    },
  })

  done()
}

function proofLinkUnknown(): AppError {
  const message = 'This link is no longer valid. Links to confirm an email address work once and for 24 hours.'
  return new AppError('not-found', 'LINK_UNKNOWN', message)
}
