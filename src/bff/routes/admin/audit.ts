import type { FastifyReply } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { AuditList, AuditQuery } from '#contracts/admin'
import type { AdminModule } from '#modules/admin'
import type { Logger } from '#platform/log/logger'
import { sendDownload } from '../../http/send-download.ts'
import { EXPORT_LIMIT } from '../../limits/request-limits.ts'
import { presentAuditEntry } from '../../presenters/audit.ts'
import { bodyOfType } from '../body-types.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']
const PAGE = 50

/** The log of what staff did, as a list and as a CSV file. */
export const staffAuditRoutes: FastifyPluginCallbackZod<{ admin: AdminModule; logger: Logger }> = (
  app,
  { admin, logger },
  done,
) => {
  app.route({
    method: 'GET',
    url: '/admin/audit',
    config: { access: { staff: 'log.read' } },
    schema: {
      operationId: 'listAudit',
      tags,
      summary: 'What staff did, newest first',
      description:
        'X-Total-Count says how many match, counted up to the next thousand behind the page; of a search 1,000 are ' +
        'counted, and pages begin among these. Every word of `search` must be a word of action, subject, person or address.',
      querystring: AuditQuery,
      response: { 200: AuditList, ...failures(400, 401, 403) },
    },
    handler: async (request, reply) => {
      const { search = '', limit = PAGE, offset = 0 } = request.query
      const { entries, total } = await admin.audit.list({ search, limit, offset })
      return reply.header('x-total-count', String(total)).send(entries.map(presentAuditEntry))
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/audit.csv',
    config: { access: { staff: 'log.read' }, rateLimit: EXPORT_LIMIT },
    schema: {
      operationId: 'exportAudit',
      tags,
      summary: 'The staff log as a CSV file, optionally only the entries that match a search',
      querystring: AuditQuery.pick({ search: true }),
      response: {
        200: bodyOfType(
          'text/csv',
          'UTF-8 with a byte order mark. Cells that a spreadsheet would read as a formula begin with an apostrophe.',
        ),
        ...failures(400, 401, 403, 429),
      },
    },
    handler: async (request, reply) => {
      const pieces = admin.audit.exportCsv(request.query.search ?? '')
      return sendDownload(request, reply as FastifyReply, { fileName: 'superprinter-audit.csv', pieces }, logger)
    },
  })
  done()
}
