import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { Summary, SummaryQuery } from '#contracts/admin'
import type { AdminModule } from '#modules/admin'
import { presentSummary } from '../../presenters/summary.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']

/** How the shop does. */
export const staffSummaryRoutes: FastifyPluginCallbackZod<{ admin: AdminModule }> = (app, { admin }, done) => {
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
        '`revenue` and `orders` are of all orders ever; `period` has so many UTC days until today, its revenue ' +
        'without cancelled orders.',
      querystring: SummaryQuery,
      response: { 200: Summary, ...failures(400, 401) },
    },
    handler: async (request) => {
      const { days } = request.query
      return presentSummary(await admin.figures.summarize(days === 'all' ? null : Number(days)), days)
    },
  })
  done()
}
