import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { SavedReply, SavedReplyBody, SavedReplyChange, SavedReplyList } from '#contracts/inbox'
import type { AdminModule } from '#modules/admin'
import { actorOf } from '../../auth/staff-access.ts'
import { BODY_LIMITS } from '../../http/bodies.ts'
import { REPEATABLE, RepeatableHeaders, type MakeOnce } from '../../http/make-once.ts'
import { presentSavedReply } from '../../presenters/inbox-entry.ts'
import { PathId } from '../../http/path-ids.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const SavedReplyPath = z.object({ id: PathId })

/** Texts that staff answer with often. */
export const staffSavedReplyRoutes: FastifyPluginCallbackZod<{
  admin: Pick<AdminModule, 'inbox'>
  makeOnce: MakeOnce
}> = (app, { admin, makeOnce }, done) => {
  const { savedReplies } = admin.inbox

  app.route({
    method: 'GET',
    url: '/admin/saved-replies',
    config: { access: { staff: 'inbox.read' } },
    schema: {
      operationId: 'listSavedReplies',
      tags,
      summary: 'Saved replies by name, at most 100',
      response: { 200: SavedReplyList, ...failures(401, 403) },
    },
    handler: async () => (await savedReplies.list()).map(presentSavedReply),
  })

  app.route({
    method: 'POST',
    url: '/admin/saved-replies',
    config: { access: { staff: 'inbox.write' } },
    bodyLimit: BODY_LIMITS.order,
    schema: {
      operationId: 'addSavedReply',
      tags,
      summary: 'Keeps a text to answer with',
      description:
        'The page fills in {name}, {order}, {reference} and {me}. 422 TOO_MANY_SAVED_REPLIES beyond 100. ' + REPEATABLE,
      headers: RepeatableHeaders,
      body: SavedReplyBody,
      response: { 201: SavedReply, ...failures(400, 401, 403, 404, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const added = await makeOnce(request, reply, {
        make: (note) => savedReplies.add(request.body, actorOf(request), note),
        find: (made) => savedReplies.get(made),
      })
      return reply.code(201).send(presentSavedReply(added))
    },
  })

  app.route({
    method: 'PUT',
    url: '/admin/saved-replies/:id',
    config: { access: { staff: 'inbox.write' } },
    bodyLimit: BODY_LIMITS.order,
    schema: {
      operationId: 'changeSavedReply',
      tags,
      summary: 'Changes a saved reply',
      description: '409 SAVED_REPLY_CHANGED when `version` is not the latest.',
      params: SavedReplyPath,
      body: SavedReplyChange,
      response: { 200: SavedReply, ...failures(400, 401, 403, 404, 409, 413, 415) },
    },
    handler: async (request) =>
      presentSavedReply(await savedReplies.change(request.params.id, request.body, actorOf(request))),
  })

  app.route({
    method: 'DELETE',
    url: '/admin/saved-replies/:id',
    config: { access: { staff: 'inbox.write' } },
    schema: {
      operationId: 'deleteSavedReply',
      tags,
      summary: 'Deletes a saved reply',
      params: SavedReplyPath,
      response: { 204: z.undefined().describe('Deleted, or gone before'), ...failures(401, 403) },
    },
    handler: async (request, reply) => {
      await savedReplies.delete(request.params.id, actorOf(request))
      return reply.code(204).send(undefined)
    },
  })
  done()
}
