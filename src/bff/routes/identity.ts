import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LoginBody, RegisterBody, SessionBody, User } from '#contracts/identity'
import { SITE_NAME } from '#contracts/screens'
import type { IdentityModule } from '#modules/identity'
import { customerOf, type CustomerAccess } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import { deviceOf } from '../http/device.ts'
import type { SecurityLog } from '../http/security-log.ts'
import type { HashingPlaces } from '../limits/hashing-places.ts'
import { SIGN_UP_LIMIT } from '../limits/request-limits.ts'
import type { SignInLimit } from '../limits/sign-in-limit.ts'
import { presentUser } from '../presenters/user.ts'
import { failures } from './failures.ts'

const tags = ['Customer']

/** Sign-up, sign-in and sign-out (specification 2, sections 5 and 7). */
export const identityRoutes: FastifyPluginCallbackZod<{
  identity: IdentityModule
  customerAccess: CustomerAccess
  signInLimit: SignInLimit
  hashingPlaces: HashingPlaces
  securityLog: SecurityLog
}> = (app, { identity, customerAccess, signInLimit, hashingPlaces, securityLog }, done) => {
  app.route({
    method: 'POST',
    url: '/register',
    config: { access: 'public', rateLimit: SIGN_UP_LIMIT },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'register',
      tags,
      summary: 'Creates a customer and signs them in',
      body: RegisterBody,
      response: { 201: SessionBody, ...failures(400, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const device = deviceOf(request.headers['user-agent'])
      const { user, session } = await hashingPlaces(request, () => identity.signUp(request.body, device))
      securityLog(request, 'account.created', { userId: user.id, email: user.email })
      const message = `Welcome to ${SITE_NAME}, ${user.firstName}.`
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ token: customerAccess.issueToken(session), user: presentUser(user), message })
    },
  })

  app.route({
    method: 'POST',
    url: '/login',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'login',
      tags,
      summary: 'Signs a customer in',
      description:
        'Per address, in 15 minutes: 10 failed attempts at an account, 300 at all accounts, 600 attempts of any kind; then 429. After 50 failed ones at an account within an hour, those wait some seconds who never signed in to it from their address.',
      body: LoginBody,
      response: { 200: SessionBody, ...failures(400, 401, 413, 415) },
    },
    handler: async (request, reply) => {
      const device = deviceOf(request.headers['user-agent'])
      const { user, session } = await signInLimit(request, request.body.email, () =>
        identity.signIn(request.body, device),
      )
      securityLog(request, 'sign-in', { userId: user.id, email: user.email })
      const message = `Welcome back, ${user.firstName}.`
      return reply
        .header('cache-control', 'no-store')
        .send({ token: customerAccess.issueToken(session), user: presentUser(user), message })
    },
  })

  app.route({
    method: 'GET',
    url: '/login',
    config: { access: 'public' },
    schema: {
      operationId: 'goToLogin',
      tags,
      summary: 'Redirects a browser to the sign-in page',
      response: { 302: z.undefined().describe('To /login.'), ...failures() },
    },
    handler: async (_request, reply) => reply.redirect('/login', 302),
  })

  app.route({
    method: 'GET',
    url: '/auth/user',
    config: { access: 'customer' },
    schema: {
      operationId: 'getCurrentUser',
      tags,
      summary: 'The signed-in customer',
      response: { 200: User, ...failures(401) },
    },
    handler: async (request) => {
      const customer = customerOf(request)
      const [pendingEmail, optOuts] = await Promise.all([
        identity.emailChange.findPending(customer.id),
        identity.listOptOuts(customer.email),
      ])
      return { ...presentUser(customer), pendingEmail, optOuts: [...optOuts] }
    },
  })

  app.route({
    method: 'POST',
    url: '/logout',
    config: { access: 'public' },
    schema: {
      operationId: 'logout',
      tags,
      summary: 'Ends the session; answers 204 without one too',
      security: [{ bearer: [] }, {}],
      response: { 204: z.undefined().describe('Signed out.'), ...failures() },
    },
    handler: async (request, reply) => {
      const sessionId = customerAccess.sessionIdOf(request)
      if (sessionId !== null) await identity.signOut(sessionId)
      return reply.code(204).header('cache-control', 'no-store').send(undefined)
    },
  })
  done()
}
