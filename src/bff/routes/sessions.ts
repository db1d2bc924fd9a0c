import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { SessionList } from '#contracts/sessions'
import type { IdentityModule } from '#modules/identity'
import { customerOf, type CustomerAccess } from '../auth/customer-access.ts'
import { presentSession } from '../presenters/session.ts'
import { PathId } from '../http/path-ids.ts'
import { failures } from './failures.ts'

const tags = ['Customer']

/** Where a customer is signed in, and how to sign out there. */
export const sessionRoutes: FastifyPluginCallbackZod<{
  identity: IdentityModule
  customerAccess: CustomerAccess
}> = (app, { identity, customerAccess }, done) => {
  app.route({
    method: 'GET',
    url: '/user/sessions',
    config: { access: 'customer' },
    schema: {
      operationId: 'listSessions',
      tags,
      summary: 'Where the customer is signed in; this session first',
      description: 'At most 20. A session ends after 7 days, and when it was not used for 3.',
      response: { 200: SessionList, ...failures(401) },
    },
    handler: async (request) => {
      const currentId = customerAccess.sessionIdOf(request) ?? ''
      return (await identity.sessions.list(customerOf(request).id, currentId)).map(presentSession)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/user/sessions',
    config: { access: 'customer' },
    schema: {
      operationId: 'endOtherSessions',
      tags,
      summary: 'Signs the customer out everywhere but in this session',
      response: { 204: z.undefined().describe('Signed out.'), ...failures(401) },
    },
    handler: async (request, reply) => {
      await identity.sessions.endOthers(customerOf(request).id, customerAccess.sessionIdOf(request) ?? '')
      return reply.code(204).send(undefined)
    },
  })

  app.route({
    method: 'DELETE',
    url: '/user/sessions/:id',
    config: { access: 'customer' },
    schema: {
      operationId: 'endSession',
      tags,
      summary: 'Signs the customer out of one session',
      params: z.object({ id: PathId }),
      response: { 204: z.undefined().describe('Signed out.'), ...failures(401, 404) },
    },
    handler: async (request, reply) => {
      await identity.sessions.end(customerOf(request).id, request.params.id)
      return reply.code(204).send(undefined)
    },
  })
  done()
}
