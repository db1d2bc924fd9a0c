import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LinkBody } from '#contracts/common'
import { DataRequestAccepted, DataRequestBody, RequestConfirmation } from '#contracts/messages'
import type { IdentityModule } from '#modules/identity'
import { AppError } from '#platform/errors/errors'
import { BODY_LIMITS } from '../http/bodies.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../http/make-once.ts'
import { FORM_LIMIT } from '../limits/request-limits.ts'
import { presentConfirmation } from '../presenters/privacy-request.ts'
import { failures } from './failures.ts'
import { LinkQuery, redirectToPage } from './mail-links.ts'

const tags = ['Privacy']

/** Privacy requests: sent by a form and confirmed by a mail's link (specification 2, section 5). */
export const dataRequestRoutes: FastifyPluginCallbackZod<{ identity: IdentityModule; makeOnce: MakeOnce }> = (
  app,
  { identity, makeOnce },
  done,
) => {
  app.route({
    method: 'POST',
    url: '/data-requests',
    config: { access: 'public', rateLimit: FORM_LIMIT },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'receiveDataRequest',
      tags,
      summary: 'Receives a privacy request, due in 45 days, and asks for confirmation by mail',
      description: '20 per address an hour; then 429. ' + REPEATABLE,
      headers: RepeatableHeaders,
      body: DataRequestBody,
      response: { 201: DataRequestAccepted, ...failures(400, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const { reference, dueAt } = await makeOnce(request, reply, {
        make: (note) => identity.receivePrivacyRequest(request.body, note),
        find: (made) => identity.getPrivacyRequest(made),
      })
      return reply.code(201).header('cache-control', 'no-store').send({ reference, dueAt: dueAt.toISOString() })
    },
  })

  app.route({
    method: 'GET',
    url: '/data-requests/verify',
    config: { access: 'public' },
    schema: {
      operationId: 'openDataRequestLink',
      tags,
      summary: 'The link in earlier mails: redirects to the page that confirms the request; changes nothing',
      querystring: LinkQuery,
      response: { 302: z.undefined().describe('To /data-request?token=…'), ...failures(400) },
    },
    handler: async (request, reply) => redirectToPage(reply, '/data-request', request.query),
  })

  app.route({
    method: 'POST',
    url: '/data-requests/confirmation',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'findConfirmation',
      tags,
      summary: 'The request that the link in a mail confirms; changes nothing',
      body: LinkBody,
      response: { 200: RequestConfirmation, ...failures(400, 404, 413, 415) },
    },
    handler: async (request, reply) => {
      const confirmation = await identity.findConfirmation(request.body.token)
      if (confirmation === null) throw unknownLink()
      return reply.header('cache-control', 'no-store').send(presentConfirmation(confirmation))
    },
  })

  app.route({
    method: 'POST',
    url: '/data-requests/verify',
    config: { access: 'public' },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'verifyDataRequest',
      tags,
      summary: 'Confirms a privacy request, which is then carried out; a second call changes nothing',
      body: LinkBody,
      response: { 200: RequestConfirmation, ...failures(400, 404, 409, 413, 415) },
    },
    handler: async (request, reply) => {
      const confirmed = await identity.verifyPrivacyRequest(request.body.token)
      if (confirmed === null) throw unknownLink()
      if (confirmed.state !== 'confirmed')
        throw new AppError(
          'conflict',
          'LINK_EXPIRED',
          'This link is older than 7 days. Please make your request again.',
        )
      return reply.header('cache-control', 'no-store').send(presentConfirmation(confirmed))
    },
  })
  done()
}

function unknownLink(): AppError {
  return new AppError(
    'not-found',
    'LINK_UNKNOWN',
    'This link is not valid. Please open the link of the mail again, or make a new request.',
  )
}
