import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { SummaryQuery } from '#contracts/admin'
import { SearchMisses } from '#contracts/privacy'
import type { IdentityModule } from '#modules/identity'
import { failures } from '../failures.ts'

/** Searches without a result. */
export const staffSearchMissesRoutes: FastifyPluginCallbackZod<{
  identity: Pick<IdentityModule, 'searchMisses'>
}> = (app, { identity }, done) => {
  app.route({
    method: 'GET',
    url: '/admin/search-misses',
    config: { access: { staff: 'stats.read' } },
    schema: {
      operationId: 'listSearchMisses',
      tags: ['Staff'],
      summary: 'Searches that found nothing as their words alone, the most frequent first, at most 50',
      description:
        '`days` counts days until today as in the summary; `all` means 26 months, as long as they are stored. Lists of more ' +
        'than 31 days may be ten minutes old.',
      querystring: SummaryQuery,
      response: { 200: SearchMisses, ...failures(400, 401) },
    },
    handler: async (request) => {
      const { days } = request.query
      const misses = await identity.searchMisses.list(days === 'all' ? null : Number(days))
      return misses.map(({ term, count, lastAt }) => ({ term, count, lastAt: lastAt.toISOString() }))
    },
  })
  done()
}
