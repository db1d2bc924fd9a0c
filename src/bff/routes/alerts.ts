import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Done } from '#contracts/account'
import { AlertBody, AlertView, EndAlertBody } from '#contracts/alerts'
import { LinkBody } from '#contracts/common'
import type { AlertsModule } from '#modules/alerts'
import { BODY_LIMITS } from '../http/bodies.ts'
import type { MailLimit } from '../limits/mail-limit.ts'
import { ALERT_LIMIT } from '../limits/request-limits.ts'
import { failures } from './failures.ts'

const tags = ['Catalog']

/** Requests by address for one mail when a product is back in stock or costs less, and the links in these mails. */
export const alertRoutes: FastifyPluginCallbackZod<{ alerts: AlertsModule; mailLimit: MailLimit }> = (
  app,
  { alerts, mailLimit },
  done,
) => {
  app.route({
    method: 'POST',
    url: '/alerts',
    config: { access: 'public', rateLimit: ALERT_LIMIT },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'requestAlert',
      tags,
      summary: 'Asks for one mail about a product; the address is confirmed by the link of another mail first',
      description:
        'The answer is the same for every address. 5 per recipient and 30 per network address an hour; then 429. ' +
        '409 ALREADY_IN_STOCK when the product is back.',
      body: AlertBody,
      response: { 202: Done, ...failures(400, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      await mailLimit('alert', request.body.email)
      await alerts.request(request.body)
      const message = 'Please open the link in our email to confirm your request. It works for 7 days.'
      return reply.code(202).header('cache-control', 'no-store').send({ message })
    },
  })

  app.route({
    method: 'POST',
    url: '/alerts/find',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'findAlert',
      tags,
      summary: 'The request behind the link in a mail; changes nothing',
      body: LinkBody,
      response: { 200: AlertView, ...failures(400, 404, 413, 415) },
    },
    handler: async (request, reply) =>
      reply.header('cache-control', 'no-store').send(await alerts.answers.find(request.body.token)),
  })

  app.route({
    method: 'POST',
    url: '/alerts/confirm',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'confirmAlert',
      tags,
      summary: 'Confirms a request; a second call changes nothing',
      description: '409 TOO_MANY_ALERTS when 20 requests of this address wait already.',
      body: LinkBody,
      response: { 200: AlertView, ...failures(400, 404, 409, 413, 415) },
    },
    handler: async (request, reply) =>
      reply.header('cache-control', 'no-store').send(await alerts.answers.confirm(request.body.token)),
  })

  app.route({
    method: 'POST',
    url: '/alerts/end',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'endAlert',
      tags,
      summary: 'Ends the request behind the link in a mail, or all of its address; a second call changes nothing',
      body: EndAlertBody,
      response: { 204: z.undefined().describe('Ended.'), ...failures(400, 404, 413, 415) },
    },
    handler: async (request, reply) => {
      await alerts.answers.end(request.body.token, request.body.which)
      return reply.code(204).header('cache-control', 'no-store').send(undefined)
    },
  })
  done()
}
