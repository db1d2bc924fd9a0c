import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LinkBody } from '#contracts/common'
import { Done, PasswordBody, ProfileBody, SavedAddress, SavedAddressBody, SavedAddressList } from '#contracts/account'
import { User } from '#contracts/identity'
import type { IdentityModule } from '#modules/identity'
import { AppError } from '#platform/errors'
import { customerOf, type Auth } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import { PROOF_LIMIT } from '../limits/request-limits.ts'
import type { SignInLimit } from '../limits/sign-in-limit.ts'
import { presentSavedAddress } from '../presenters/address.ts'
import { presentUser } from '../presenters/user.ts'
import { failures } from './failures.ts'
import { LinkQuery, openPage } from './mail-links.ts'

const tags = ['Customer']
const security = [{ bearer: [] }]
const AddressId = z.object({ id: z.string().max(64) })

/** A customer's own profile, password and address book (specification 2, sections 5 and 7). */
export const accountRoutes: FastifyPluginCallbackZod<{
  identity: IdentityModule
  auth: Auth
  signInLimit: SignInLimit
}> = (app, { identity, auth, signInLimit }, done) => {
  app.route({
    method: 'PUT',
    url: '/user/profile',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    handlerTimeout: 10_000,
    schema: {
      operationId: 'changeProfile',
      tags,
      security,
      summary: "Changes the customer's name, e-mail address and phone",
      description:
        'A new e-mail address has to be confirmed by a link; the old one is told by mail, and all other sessions end.',
      body: ProfileBody,
      response: { 200: User, ...failures(400, 401, 409, 413, 415) },
    },
    handler: async (request) => {
      const sessionId = auth.sessionIdOf(request) ?? ''
      return presentUser(
        await identity.changeProfile({ customerId: customerOf(request).id, sessionId, profile: request.body }),
      )
    },
  })

  app.route({
    method: 'PUT',
    url: '/user/password',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    handlerTimeout: 10_000,
    schema: {
      operationId: 'changePassword',
      tags,
      security,
      summary: "Changes the customer's password and signs out all other sessions",
      description: 'A wrong current password counts like a failed sign-in.',
      body: PasswordBody,
      response: { 200: Done, ...failures(400, 401, 413, 415) },
    },
    handler: async (request) => {
      const customer = customerOf(request)
      const sessionId = auth.sessionIdOf(request) ?? ''
      const { currentPassword, newPassword } = request.body
      await signInLimit(request, customer.email, () =>
        identity.changePassword({ customer, sessionId, currentPassword, newPassword }),
      )
      return { message: 'Your password has been changed successfully.' }
    },
  })

  app.route({
    method: 'POST',
    url: '/user/verify-email',
    config: { access: 'customer', rateLimit: PROOF_LIMIT },
    schema: {
      operationId: 'askForEmailProof',
      tags,
      security,
      summary: 'Sends another link to confirm the e-mail address; earlier ones stop working',
      description: '5 per customer an hour; then 429.',
      response: { 202: Done, ...failures(401, 409) },
    },
    handler: async (request, reply) => {
      await identity.askForProof(customerOf(request).id)
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
      summary: 'The link of earlier mails: leads to the page that proves an address; changes nothing',
      querystring: LinkQuery,
      response: { 302: z.undefined().describe('To /verify-email?token=…'), ...failures() },
    },
    handler: async (request, reply) => openPage(reply, '/verify-email', request.query),
  })

  app.route({
    method: 'POST',
    url: '/verify-email',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'verifyEmail',
      tags,
      summary: 'Proves an e-mail address with the token of a mail',
      body: LinkBody,
      response: { 200: Done, ...failures(400, 404, 413, 415) },
    },
    handler: async (request, reply) => {
      if (!(await identity.verifyEmail(request.body.token))) {
        throw new AppError(
          'not-found',
          'LINK_UNKNOWN',
          'This link is no longer valid. Links to confirm an email address work once and for 24 hours.',
        )
      }
      return reply.header('cache-control', 'no-store').send({ message: 'Your email address has been confirmed.' })
    },
  })

  app.route({
    method: 'GET',
    url: '/user/addresses',
    config: { access: 'customer' },
    schema: {
      operationId: 'listAddresses',
      tags,
      security,
      summary: "The customer's address book: the default first, then the newest",
      response: { 200: SavedAddressList, ...failures(401) },
    },
    handler: async (request) => (await identity.addressBook.list(customerOf(request).id)).map(presentSavedAddress),
  })

  app.route({
    method: 'POST',
    url: '/user/addresses',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'addAddress',
      tags,
      security,
      summary: 'Adds an address, at most 20; the first becomes the default by itself',
      body: SavedAddressBody,
      response: { 201: SavedAddress, ...failures(400, 401, 409, 413, 415) },
    },
    handler: async (request, reply) =>
      reply.code(201).send(presentSavedAddress(await identity.addressBook.add(customerOf(request).id, request.body))),
  })

  app.route({
    method: 'PUT',
    url: '/user/addresses/:id',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'changeAddress',
      tags,
      security,
      summary: 'Writes an address anew; the default moves by making another one the default',
      params: AddressId,
      body: SavedAddressBody,
      response: { 200: SavedAddress, ...failures(400, 401, 404, 413, 415) },
    },
    handler: async (request) =>
      presentSavedAddress(await identity.addressBook.change(customerOf(request).id, request.params.id, request.body)),
  })

  app.route({
    method: 'DELETE',
    url: '/user/addresses/:id',
    config: { access: 'customer' },
    schema: {
      operationId: 'deleteAddress',
      tags,
      security,
      summary: 'Deletes an address; after the default the newest one becomes it',
      params: AddressId,
      response: { 204: z.undefined().describe('Deleted.'), ...failures(401, 404) },
    },
    handler: async (request, reply) => {
      await identity.addressBook.remove(customerOf(request).id, request.params.id)
      return reply.code(204).send(undefined)
    },
  })
  done()
}
