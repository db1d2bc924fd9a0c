import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { InboxChange, InboxEntry, InboxList, InboxQuery, SuggestionDecision } from '#contracts/messages'
import type { AdminModule } from '#modules/admin'
import { presentInboxEntry } from '../../presenters/message.ts'
import { failures } from '../failures.ts'
import { actorOf } from '../../auth/staff-access.ts'

const tags = ['Staff']
const PAGE = 25
const EntryPath = z.object({ id: z.string().max(40).describe('The reference: MSG-…, DR-… or ES-…') })

/** The inbox where staff answer messages and privacy requests (specification 2, section 9). */
export const staffInboxRoutes: FastifyPluginCallbackZod<{ admin: Pick<AdminModule, 'inbox'> }> = (
  app,
  { admin },
  done,
) => {
  app.route({
    method: 'GET',
    url: '/admin/inbox',
    config: { access: { staff: 'inbox.read' } },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'listInbox',
      tags,
      summary: 'Messages, privacy requests and suggestions of erasure, newest first',
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
    config: { access: { staff: 'inbox.write' } },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'changeInboxEntry',
      tags,
      summary: 'Assigns an entry, adds a note, or marks it as answered or closed',
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
      return presentInboxEntry(await admin.inbox.change(request.params.id, change, actorOf(request)))
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/inbox/:id/decision',
    config: { access: { staff: 'inbox.write' } },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'decideErasure',
      tags,
      summary: 'Confirms or refuses that a message names a deleted person',
      description:
        'A confirmation erases the message or blanks what matched, as the entry says; for good. 409 SUGGESTION_DECIDED ' +
        'when it was decided before.',
      params: EntryPath,
      body: SuggestionDecision,
      response: { 200: InboxEntry, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) =>
      presentInboxEntry(await admin.inbox.decide(request.params.id, request.body.decision, actorOf(request))),
  })
  done()
}
