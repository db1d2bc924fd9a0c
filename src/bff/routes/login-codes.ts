import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { Done } from '#contracts/account'
import { SessionBody } from '#contracts/identity'
import { LoginCodeBody, LoginCodeProof } from '#contracts/sessions'
import type { IdentityModule } from '#modules/identity'
import type { AskingBrowser } from '../auth/asking-browser.ts'
import type { CustomerAccess } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import { deviceOf } from '../http/device.ts'
import { withRefusalsNoted, type SecurityLog } from '../http/security-log.ts'
import type { MailLimit } from '../limits/mail-limit.ts'
import { LOGIN_CODE_LIMIT, LOGIN_CODE_TRY_LIMIT } from '../limits/request-limits.ts'
import { presentUser } from '../presenters/user.ts'
import { failures } from './failures.ts'

const tags = ['Customer']

/** Sign-in by a six-digit code sent by mail, for a customer who forgot the password (specification 2, section 5). */
export const loginCodeRoutes: FastifyPluginCallbackZod<{
  identity: IdentityModule
  customerAccess: CustomerAccess
  askingBrowser: AskingBrowser
  mailLimit: MailLimit
  securityLog: SecurityLog
}> = (app, { identity, customerAccess, askingBrowser, mailLimit, securityLog }, done) => {
  app.route({
    method: 'POST',
    url: '/login/code',
    config: { access: 'public', rateLimit: LOGIN_CODE_LIMIT },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'requestLoginCode',
      tags,
      summary: 'Sends a six-digit code to an email address, if it has an account; a former code stops working',
      description:
        'With the cookie of this answer, what others ask for and mistype changes nothing. The answer is the same for every address. 5 per recipient and 30 per network address an hour; then 429. With `token`, from the link in a mail with a code, what others asked for does not count.',
      body: LoginCodeBody,
      response: { 202: Done, ...failures(400, 413, 415) },
    },
    handler: async (request, reply) => {
      const { email, token } = request.body
      const isReader = token !== undefined && identity.isReader(email, token)
      await mailLimit(isReader ? 'code-by-reader' : 'code', email)
      await identity.requestCode({ email, browser: askingBrowser.remember(request, reply), isReader })
      const message = 'If this address has an account, a code is on its way. It works for 10 minutes.'
      return reply.code(202).header('cache-control', 'no-store').send({ message })
    },
  })

  app.route({
    method: 'POST',
    url: '/login/code/verify',
    config: { access: 'public', rateLimit: LOGIN_CODE_TRY_LIMIT },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'signInByCode',
      tags,
      summary: 'Signs a customer in with the newest code, and proves the email address',
      description:
        'A code works once, for 10 minutes and 5 tries. With the cookie of the answer by which it was asked for the tries are of that browser; all others share five. For 15 minutes the session may choose a new password without the old one. Wrong passwords do not keep a code from working. 100 tries per network address in 15 minutes; then 429.',
      body: LoginCodeProof,
      response: { 200: SessionBody, ...failures(400, 401, 413, 415) },
    },
    handler: async (request, reply) => {
      const device = deviceOf(request.headers['user-agent'])
      const { email } = request.body
      const browser = askingBrowser.secretOf(request)
      const { user, session } = await withRefusalsNoted(
        (outcome, reason) => securityLog(request, `sign-in.${outcome}`, { email, reason }),
        (error) => error.kind === 'unauthenticated',
        () => identity.signInByCode({ ...request.body, browser }, device),
      )
      securityLog(request, 'sign-in', { userId: user.id, email })
      const message = `Welcome back, ${user.firstName}.`
      return reply
        .header('cache-control', 'no-store')
        .send({ token: customerAccess.issueToken(session), user: presentUser(user), message })
    },
  })
  done()
}
