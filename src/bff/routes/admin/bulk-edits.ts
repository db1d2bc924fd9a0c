import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BulkEdit, BulkEditBody, BulkEditList, BulkEditRowList, BulkEditRowsQuery } from '#contracts/bulk-edits'
import type { AdminModule } from '#modules/admin'
import { withoutAbsent } from '../../http/without-absent.ts'
import { actorOf } from '../../auth/staff-access.ts'
import { presentBulkEdit, toBulkEdit } from '../../presenters/bulk-edit.ts'
import { PathId } from '../../http/path-ids.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const FIRST_ROWS = 50
const BulkEditPath = z.object({ id: PathId.describe("The bulk edit's id") })

/** Changes of many products at once: a preview, the change, and its undo, each by a job. */
export const staffBulkEditRoutes: FastifyPluginCallbackZod<{ admin: Pick<AdminModule, 'bulkEdits'> }> = (
  app,
  { admin: { bulkEdits } },
  done,
) => {
  app.route({
    method: 'POST',
    url: '/admin/bulk-edits',
    config: { access: { staff: 'products.write' } },
    schema: {
      operationId: 'previewBulkEdit',
      tags,
      summary: 'Works out by a job what a change of many products would do; writes none of them',
      description:
        'Choose products by `ids`, or all that the table finds by `found`. 400 NOTHING_CHOSEN when that is none.',
      body: BulkEditBody,
      response: { 202: BulkEdit, ...failures(400, 401, 403, 413, 415) },
    },
    handler: async (request, reply) => {
      const { ids, found = {}, edit } = request.body
      const choice = ids === undefined ? { found: withoutAbsent(found) } : { ids }
      const bulkEdit = await bulkEdits.preview(choice, toBulkEdit(edit), actorOf(request))
      return reply.code(202).header('location', `/api/admin/bulk-edits/${bulkEdit.id}`).send(presentBulkEdit(bulkEdit))
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/bulk-edits',
    config: { access: { staff: 'products.read' } },
    schema: {
      operationId: 'listBulkEdits',
      tags,
      summary: 'The latest bulk edits, newest first',
      response: { 200: BulkEditList, ...failures(401) },
    },
    handler: async () => (await bulkEdits.list()).map(presentBulkEdit),
  })

  app.route({
    method: 'GET',
    url: '/admin/bulk-edits/:id',
    config: { access: { staff: 'products.read' } },
    schema: {
      operationId: 'getBulkEdit',
      tags,
      summary: 'How far a bulk edit is, and what it did',
      params: BulkEditPath,
      response: { 200: BulkEdit, ...failures(401, 404) },
    },
    handler: async (request) => presentBulkEdit(await bulkEdits.get(request.params.id)),
  })

  app.route({
    method: 'GET',
    url: '/admin/bulk-edits/:id/rows',
    config: { access: { staff: 'products.read' } },
    schema: {
      operationId: 'listBulkEditRows',
      tags,
      summary: `The first ${FIRST_ROWS} products with an outcome, with old and new values`,
      params: BulkEditPath,
      querystring: BulkEditRowsQuery,
      response: { 200: BulkEditRowList, ...failures(400, 401, 404) },
    },
    handler: async (request) =>
      (await bulkEdits.rows(request.params.id, request.query.outcome, FIRST_ROWS)).map(
        ({ productId, name, reason, changes }) => ({
          productId,
          name,
          reason,
          changes: changes.map((change) => ({ ...change })),
        }),
      ),
  })

  for (const { step, operationId, summary } of [
    {
      step: 'start',
      operationId: 'makeBulkEdit',
      summary: 'Makes what was previewed; products that somebody edited since are left as they are',
    },
    {
      step: 'stop',
      operationId: 'stopBulkEdit',
      summary: 'Changes no more products; those that were changed stay so, and can be changed back',
    },
    {
      step: 'undo',
      operationId: 'undoBulkEdit',
      summary: 'Puts the old values back; products that somebody edited since are kept and listed',
    },
  ] as const) {
    app.route({
      method: 'POST',
      url: `/admin/bulk-edits/:id/${step}`,
      config: { access: { staff: 'products.write' } },
      schema: {
        operationId,
        tags,
        summary,
        params: BulkEditPath,
        response: { 202: BulkEdit, ...failures(400, 401, 403, 404, 409) },
      },
      handler: async (request, reply) =>
        reply.code(202).send(presentBulkEdit(await bulkEdits[step](request.params.id, actorOf(request)))),
    })
  }
  done()
}
