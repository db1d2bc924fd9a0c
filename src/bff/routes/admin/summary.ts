import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { Summary, SummaryQuery, ToDo } from '#contracts/admin'
import type { AdminModule } from '#modules/admin'
import { staffSessionOf } from '../../auth/staff-access.ts'
import { presentSummary, presentToDo } from '../../presenters/summary.ts'
import { failures } from '../failures.ts'

const tags = ['Staff']

/** The numbers on the dashboard and in its rail. */
export const staffSummaryRoutes: FastifyPluginCallbackZod<{ admin: AdminModule }> = (app, { admin }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/summary',
    config: { access: { staff: 'stats.read' }, answerWithinMs: 15_000 },
    schema: {
      operationId: 'summarize',
      tags,
      summary: 'Revenue, orders, products and low stock',
      description:
        '`revenue` and `orders` count all orders ever. `period` covers `days` days until today, by the clock of the shop ' +
        '(Central Time); its revenue and its orders, by day and in all, are without canceled ones, which `byStatus` counts.',
      querystring: SummaryQuery,
      response: { 200: Summary, ...failures(400, 401) },
    },
    handler: async (request) => {
      const { days } = request.query
      return presentSummary(await admin.stats.summarize(days === 'all' ? null : Number(days)), days)
    },
  })

  app.route({
    method: 'GET',
    url: '/admin/to-do',
    config: { access: { staff: 'stats.read' } },
    schema: {
      operationId: 'countToDo',
      tags,
      summary: 'What waits for a person, counted at most once a second; of what their role may not see, nothing does',
      response: { 200: ToDo, ...failures(401) },
    },
    handler: async (request) => presentToDo(await admin.countToDo(), staffSessionOf(request).person.role),
  })
  done()
}
