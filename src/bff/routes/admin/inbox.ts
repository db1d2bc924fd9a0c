import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  InboxChange,
  InboxEntry,
  InboxList,
  InboxPersonList,
  InboxQuery,
  InboxReplyBody,
  SendReplyAgainBody,
  SuggestionDecision,
} from '#contracts/inbox'
import type { AdminModule } from '#modules/admin'
import { BODY_LIMITS } from '../../http/bodies.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../../http/make-once.ts'
import { presentInboxEntry } from '../../presenters/inbox-entry.ts'
import { PathId } from '../../http/path-ids.ts'
import { answeringPeople, assigneeOf } from '../../auth/answering-people.ts'
import { failures } from '../failures.ts'
import { actorOf } from '../../auth/staff-access.ts'

const tags = ['Staff']
const PAGE = 25
const EntryPath = z.object({ id: PathId.describe('The reference: MSG-…, DR-… or ES-…') })
const ReplyPath = EntryPath.extend({ reply: PathId })

/** The inbox where staff answer messages and privacy requests (specification 2, section 9). */
export const staffInboxRoutes: FastifyPluginCallbackZod<{
  admin: Pick<AdminModule, 'inbox' | 'staff'>
  makeOnce: MakeOnce
}> = (app, { admin, makeOnce }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/inbox',
    config: { access: { staff: 'inbox.read' } },
    schema: {
      operationId: 'listInbox',
      tags,
      summary: 'Messages, privacy requests and suggestions of erasure, newest first',
      description:
        'X-Total-Count says how many match, counted up to the next thousand behind the page; of all kinds together 1,000 ' +
        'are counted, and pages begin among these.',
      querystring: InboxQuery,
      response: { 200: InboxList, ...failures(400, 401, 403) },
    },
    handler: async (request, reply) => {
      const { state, kind, search, mine, overdue, limit = PAGE, offset = 0 } = request.query
      const me = actorOf(request).person
      const { entries, total } = await admin.inbox.list({
        limit,
        offset,
        ...(state === undefined ? {} : { state }),
        ...(kind === undefined ? {} : { kind }),
        ...(search === undefined ? {} : { search }),
        ...(mine === 'true' && me !== null ? { assigneeId: me.id } : {}),
        isOverdue: overdue === 'true',
      })
      return reply.header('x-total-count', String(total)).send(entries.map(presentInboxEntry))
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/inbox/people',
    config: { access: { staff: 'inbox.read' } },
    schema: {
      operationId: 'listInboxPeople',
      tags,
      summary: 'Who may answer messages, to give them one',
      response: { 200: InboxPersonList, ...failures(401, 403) },
    },
    handler: () => answeringPeople(admin.staff),
  })

  app.route({
    method: 'GET',
    url: '/admin/inbox/:id',
    config: { access: { staff: 'inbox.read' } },
    schema: {
      operationId: 'getInboxEntry',
      tags,
      summary: 'One entry with its thread',
      params: EntryPath,
      response: { 200: InboxEntry, ...failures(401, 403, 404) },
    },
    handler: async (request) => presentInboxEntry(await admin.inbox.get(request.params.id)),
  })

  app.route({
    method: 'POST',
    url: '/admin/inbox/:id/replies',
    config: { access: { staff: 'inbox.write' } },
    bodyLimit: BODY_LIMITS.order,
    schema: {
      operationId: 'replyToInboxEntry',
      tags,
      summary: 'Answers the sender by mail',
      description:
        'The mail goes out by a job; the reply stays with the entry, with what became of it. 409 INBOX_ENTRY_CHANGED when ' +
        'the entry is another version by now, 422 NO_ADDRESS when the sender left no email address. ' +
        REPEATABLE,
      params: EntryPath,
      headers: RepeatableHeaders,
      body: InboxReplyBody,
      response: { 201: InboxEntry, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const { text, version } = request.body
      const entry = await makeOnce(request, reply, {
        make: (note) => admin.inbox.reply({ reference: request.params.id, version }, text, actorOf(request), note),
        find: (made) => admin.inbox.get(made),
        // After a lost answer the page shows the version with the reply, so the same words may name another one.
        sent: text,
      })
      return reply.code(201).send(presentInboxEntry(entry))
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/inbox/:id/replies/:reply/send',
    config: { access: { staff: 'inbox.write' } },
    schema: {
      operationId: 'sendReplyAgain',
      tags,
      summary: 'Sends a reply again that could not be sent',
      description:
        'One that is on its way or was sent stays as it is. 409 INBOX_ENTRY_CHANGED when the entry is another version by now.',
      params: ReplyPath,
      body: SendReplyAgainBody,
      response: { 200: InboxEntry, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) => {
      const { id, reply } = request.params
      const seen = { reference: id, version: request.body.version }
      return presentInboxEntry(await admin.inbox.sendAgain(seen, reply, actorOf(request)))
    },
  })

  app.route({
    method: 'PATCH',
    url: '/admin/inbox/:id',
    config: { access: { staff: 'inbox.write' } },
    schema: {
      operationId: 'changeInboxEntry',
      tags,
      summary: 'Assigns an entry, adds a note, changes when it is due, or marks it as answered, closed or open again',
      description:
        '409 INBOX_ENTRY_CHANGED when the entry is another version by now, 422 TOO_MANY_NOTES after fifty. ' +
        REPEATABLE,
      params: EntryPath,
      headers: RepeatableHeaders,
      body: InboxChange,
      response: { 200: InboxEntry, ...failures(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const { version, ...sent } = request.body
      const seen = { reference: request.params.id, ...(version === undefined ? {} : { version }) }
      const { state, assigneeId, note, dueAt } = sent
      const change = {
        ...(state === undefined ? {} : { state }),
        ...(assigneeId === undefined ? {} : { assignee: await assigneeOf(admin.staff, assigneeId) }),
        ...(note === undefined ? {} : { note }),
        ...(dueAt === undefined ? {} : { dueAt: new Date(dueAt) }),
      }
      const entry = await makeOnce(request, reply, {
        make: (noteMade) => admin.inbox.change(seen, change, actorOf(request), noteMade),
        find: (made) => admin.inbox.get(made),
        sent,
      })
      return presentInboxEntry(entry)
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/inbox/:id/decision',
    config: { access: { staff: 'inbox.write' } },
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
