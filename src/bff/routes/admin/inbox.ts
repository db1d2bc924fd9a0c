import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { InboxChange, InboxEntry, InboxList, InboxQuery } from '#contracts/messages'
import type { AdminModule } from '#modules/admin'
import { presentInboxEntry } from '../../presenters/message.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const PAGE = 25
const EntryPath = z.object({ id: z.string().max(40).describe('The reference: MSG-… or DR-…') })

/** The inbox where staff answer messages and privacy requests (specification 2, section 9). */
export const staffInboxRoutes: FastifyPluginCallbackZod<{ admin: Pick<AdminModule, 'inbox'> }> = (
  app,
  { admin },
  done,
) => {
  app.route({
    method: 'GET',
    url: '/admin/inbox',
    config: { access: 'staff' },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'listInbox',
      tags,
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
      return presentInboxEntry(await admin.inbox.change(request.params.id, change, request.ip))
    },
  })
  done()
}
