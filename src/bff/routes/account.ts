import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { Done, NewPasswordBody, PasswordBody, ProfileBody } from '#contracts/account'
import { User } from '#contracts/identity'
import type { IdentityModule } from '#modules/identity'
import { customerOf, type CustomerAccess } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import type { SecurityLog } from '../http/security-log.ts'
import type { HashingPlaces } from '../limits/hashing-places.ts'
import type { MailLimit } from '../limits/mail-limit.ts'
import type { SignInLimit } from '../limits/sign-in-limit.ts'
import { presentUser } from '../presenters/user.ts'
import { failures } from './failures.ts'

const tags = ['Customer']

/** A customer's profile and password (specification 2, sections 5 and 7). */
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
  done()
}
