import { Readable } from 'node:stream'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AuditList, AuditQuery, QueueList, Summary, SummaryQuery } from '#contracts/admin'
import { MoveAccepted } from '#contracts/order-life'
import type { AdminModule } from '#modules/admin'
import { presentSummary } from '../../presenters/summary.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const PAGE = 50
const JobPath = z.object({ id: z.string().max(64).describe("The job's id") })

/** How the shop does, what happened in it, and what it works on (design, section 6). */
export const staffDashboardRoutes: FastifyPluginCallbackZod<{ admin: AdminModule }> = (app, { admin }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/summary',
    config: { access: 'staff' },
    handlerTimeout: 15_000,
    schema: {
      operationId: 'summarize',
      tags,
      summary: 'Revenue, orders, products and what runs low',
      description:
        '`revenue` and `orders` are of all orders ever; `period` has so many UTC days until today, its revenue without cancelled orders.',
      querystring: SummaryQuery,
      response: { 200: Summary, ...failures(400, 401) },
    },
    handler: async (request) => {
      const { days } = request.query
      return presentSummary(await admin.figures.summarize(days === 'all' ? null : Number(days)), days)
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/audit',
    config: { access: 'staff' },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'listAudit',
      tags,
      summary: 'What staff did, newest first',
      description:
        'X-Total-Count says how many match. Every word of `search` must be a word of action, subject or address.',
      querystring: AuditQuery,
      response: { 200: AuditList, ...failures(400, 401) },
    },
    handler: async (request, reply) => {
      const { search = '', limit = PAGE, offset = 0 } = request.query
      const { entries, total } = await admin.audit.list({ search, limit, offset })
      return reply.header('x-total-count', String(total)).send(
        entries.map(({ at, changes, ...entry }) => ({
          ...entry,
          at: at.toISOString(),
          changes: changes.map((change) => ({ ...change })),
        })),
      )
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/audit.csv',
    config: { access: 'staff' },
    schema: {
      operationId: 'exportAudit',
      tags,
      summary: 'The staff log, or what the search finds of it, as a file',
      querystring: AuditQuery.pick({ search: true }),
      response: {
        200: z.unknown().describe('CSV. Cells that a spreadsheet would take for a formula begin with an apostrophe.'),
        ...failures(400, 401),
      },
    },
    handler: async (request, reply) =>
      reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="superprinter-audit.csv"',
        })
        .send(Readable.from(admin.audit.exportCsv(request.query.search ?? ''))),
  })

  app.route({
    method: 'GET',
    url: '/admin/queues',
    config: { access: 'staff' },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'listQueues',
      tags,
      summary: 'What waits, runs and failed in the background, and how many processes work on it',
      response: { 200: QueueList, ...failures(401) },
    },
    handler: async () => {
      const { queues, failed, workersAlive } = await admin.queues.list()
      return {
        workersAlive,
        queues: queues.map((queue) => ({ ...queue })),
        failed: failed.map(({ id, name, queue, error, attempts, failedAt }) => ({
          id,
          name,
          queue,
          error,
          attempts,
          failedAt: failedAt.toISOString(),
        })),
      }
    },
  })

  app.route({
    method: 'POST',
    url: '/admin/queues/failed/:id/run',
    config: { access: 'staff' },
    handlerTimeout: 10_000,
    schema: {
      operationId: 'runJobAgain',
      tags,
      summary: 'Gives a failed job all its tries again',
      params: JobPath,
      response: { 202: MoveAccepted, ...failures(401, 403, 404) },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      await admin.queues.runAgain(id, request.ip)
      return reply.code(202).send({ jobId: id })
    },
  })
  done()
}
