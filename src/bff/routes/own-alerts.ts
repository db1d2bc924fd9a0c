import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { OwnAlert, OwnAlertBody, OwnAlertList } from '#contracts/alerts'
import type { AlertsModule } from '#modules/alerts'
import { customerOf } from '../auth/customer-access.ts'
import { BODY_LIMITS } from '../http/bodies.ts'
import { PathId } from '../http/path-ids.ts'
import { failures } from './failures.ts'

const tags = ['Catalog']

/** The requests of a signed-in customer for one mail about a product. */
export const ownAlertRoutes: FastifyPluginCallbackZod<{ alerts: AlertsModule }> = (app, { alerts }, done) => {
  app.route({
    method: 'POST',
    url: '/user/alerts',
    config: { access: 'customer' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'requestOwnAlert',
      tags,
      summary: "Asks for one mail about a product to the customer's own, proved address",
      description:
        '409 EMAIL_NOT_PROVED, ALREADY_IN_STOCK, or TOO_MANY_ALERTS when 20 requests of this address wait already.',
      body: OwnAlertBody,
      response: { 201: OwnAlert, ...failures(400, 401, 404, 409, 413, 415) },
    },
    handler: async (request, reply) =>
      reply.code(201).send({ token: await alerts.requestOwn(request.body, customerOf(request)) }),
  })

  app.route({
    method: 'GET',
    url: '/user/alerts',
    config: { access: 'customer' },
    schema: {
      operationId: 'listOwnAlerts',
      tags,
      summary: 'What the customer waits to be told about products, newest first',
      response: { 200: OwnAlertList, ...failures(401) },
    },
    handler: async (request, reply) => {
      const waiting = await alerts.own.list(customerOf(request))
      return reply
        .header('cache-control', 'no-store')
        .send(waiting.map((alert) => ({ ...alert, requestedAt: alert.requestedAt.toISOString() })))
    },
  })

  app.route({
    method: 'DELETE',
    url: '/user/alerts/:id',
    config: { access: 'customer' },
    schema: {
      operationId: 'endOwnAlert',
      tags,
      summary: 'Ends a request of the customer',
      params: z.object({ id: PathId }),
      response: { 204: z.undefined().describe('Ended.'), ...failures(401, 404) },
    },
    handler: async (request, reply) => {
      await alerts.own.end(customerOf(request), request.params.id)
      return reply.code(204).send(undefined)
    },
  })
  done()
}
