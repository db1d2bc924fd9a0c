import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { InboxChange, InboxEntry, InboxList, InboxQuery, MessageAccepted, MessageBody } from '#contracts/messages'
import type { AdminModule } from '#modules/admin'
import { BODY_LIMITS } from '../http/bodies.ts'
import { FORM_LIMIT } from '../limits/request-limits.ts'
import { presentInboxEntry, toReceivedMessage } from '../presenters/message.ts'
import { failures } from './failures.ts'

const PAGE = 25
const EntryPath = z.object({ id: z.string().max(40).describe('The reference: MSG-… or DR-…') })

/** The forms of the shop's pages, and the inbox in which staff answer them (specification 2, sections 3, 4 and 9). */
export const messageRoutes: FastifyPluginCallbackZod<{ admin: AdminModule }> = (app, { admin }, done) => {
  app.route({
    method: 'POST',
    url: '/messages',
    config: { access: 'public', rateLimit: FORM_LIMIT },
    bodyLimit: BODY_LIMITS.order,
    handlerTimeout: 10_000,
    schema: {
      operationId: 'sendMessage',
      tags: ['Customer'],
      summary: 'Takes a support ticket, message, warranty claim or service request',
      description: 'Answered within 4 hours (support) or 24 hours (the others). 20 per address an hour; then 429.',
      body: MessageBody,
      response: { 201: MessageAccepted, ...failures(400, 413, 415) },
    },
    handler: async (request, reply) => {
      const { reference, dueAt } = await admin.inbox.receive(toReceivedMessage(request.body))
      return reply.code(201).header('cache-control', 'no-store').send({ reference, replyBy: dueAt.toISOString() })
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/inbox',
    config: { access: 'staff' },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'listInbox',
      tags: ['Staff'],
      summary: 'Messages and privacy requests, newest first',
      description: 'X-Total-Count says how many match.',
      querystring: InboxQuery,
      response: { 200: InboxList, ...failures(400, 401) },
    },
    handler: async (request, reply) => {
      const { state, kind, limit = PAGE, offset = 0 } = request.query
      const { entries, total } = await admin.inbox.list({
        limit,
        offset,
        ...(state === undefined ? {} : { state }),
        ...(kind === undefined ? {} : { kind }),
      })
      return reply.header('x-total-count', String(total)).send(entries.map(presentInboxEntry))
    },
  })

  app.route({
    method: 'PATCH',
    url: '/admin/inbox/:id',
    config: { access: 'staff' },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'changeInboxEntry',
      tags: ['Staff'],
      summary: 'Assigns, notes, answers or closes an entry',
      params: EntryPath,
      body: InboxChange,
      response: { 200: InboxEntry, ...failures(400, 401, 403, 404, 413, 415) },
    },
    handler: async (request) => {
      const { state, assignee, note } = request.body
      const change = {
        ...(state === undefined ? {} : { state }),
        ...(assignee === undefined ? {} : { assignee: assignee === '' ? null : assignee }),
        ...(note === undefined ? {} : { note }),
      }
      return presentInboxEntry(await admin.inbox.change(request.params.id, change, request.ip))
    },
  })
  done()
}
