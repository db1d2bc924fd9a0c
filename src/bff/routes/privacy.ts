import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ConsentBody, SearchMissBody, TrackingBody } from '#contracts/privacy'
import type { CatalogModule } from '#modules/catalog'
import type { IdentityModule } from '#modules/identity'
import { BODY_LIMITS } from '../http/bodies.ts'
import { homeNetworkOf } from '../limits/networks.ts'
import type { RateCounter } from '../limits/rate-counter.ts'
import { CONSENT_LIMIT, MISS_LIMIT, SAME_MISS_LIMIT, VISIT_LIMIT } from '../limits/request-limits.ts'
import { failures } from './failures.ts'

const tags = ['Privacy']

/** Consent, and what is recorded under it (specification 1, section 4; 2, section 4). */
export const privacyRoutes: FastifyPluginCallbackZod<{
  identity: IdentityModule
  catalog: Pick<CatalogModule, 'knowsPart'>
  counter: RateCounter
}> = (app, { identity, catalog, counter }, done) => {
  const { bareTerm, partNumberIn } = identity.searchMisses

  /** What is counted of a search; null for one that looks like somebody's, unless the catalog knows its number. */
  async function countedTerm(text: string): Promise<string | null> {
    const part = partNumberIn(text)
    return (
      bareTerm(text) ?? (part !== null && (await catalog.knowsPart(part)) ? bareTerm(text, { isPart: true }) : null)
    )
  }

  /** Whether an address has searched for the same, without a result, more often than counts. */
  async function isRepeatedMiss(ip: string, term: string): Promise<boolean> {
    const key = `miss:${homeNetworkOf(ip)}:${term}`
    return (await counter.add(key, SAME_MISS_LIMIT.timeWindow)).current > SAME_MISS_LIMIT.max
  }

  app.route({
    method: 'POST',
    url: '/consent',
    config: { access: 'public', rateLimit: CONSENT_LIMIT },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'recordConsent',
      tags,
      summary: "Appends a visitor's choice to the consent log",
      description:
        'If the choice withdraws a consent, a job deletes what was recorded under it. 600 per address an hour; then 429.',
      body: ConsentBody,
      response: { 204: z.undefined().describe('Recorded.'), ...failures(400, 413, 415) },
    },
    handler: async (request, reply) => {
      await identity.recordConsent(request.body)
      return reply.code(204).header('cache-control', 'no-store').send(undefined)
    },
  })

  app.route({
    method: 'POST',
    url: '/tracking',
    config: { access: 'public', rateLimit: VISIT_LIMIT },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'recordVisit',
      tags,
      summary: 'Records a search or a product view of a visitor who allows analytics',
      description: 'Answers the same whether it was recorded or not. 6,000 per address an hour; then 429.',
      body: TrackingBody,
      response: { 204: z.undefined().describe('Recorded, if the visitor allows it.'), ...failures(400, 413, 415) },
    },
    handler: async (request, reply) => {
      await identity.recordVisit(request.body)
      return reply.code(204).header('cache-control', 'no-store').send(undefined)
    },
  })

  app.route({
    method: 'POST',
    url: '/search-misses',
    config: { access: 'public', rateLimit: MISS_LIMIT },
    bodyLimit: BODY_LIMITS.auth,
    schema: {
      operationId: 'countSearchMiss',
      tags,
      summary: 'Counts a search that found nothing, by its words alone',
      description:
        'Answers the same whether it was counted or not: a sentence, an address or a number of somebody is not (one that ' +
        'the catalog knows as a part’s is), nor is ' +
        'the same search more than 3 times an hour from one address. 120 per address an hour; then 429.',
      body: SearchMissBody,
      response: { 204: z.undefined().describe('Counted, if it is a search.'), ...failures(400, 413, 415) },
    },
    handler: async (request, reply) => {
      const term = await countedTerm(request.body.term)
      if (term !== null && !(await isRepeatedMiss(request.ip, term))) await identity.searchMisses.count(term)
      return reply.code(204).header('cache-control', 'no-store').send(undefined)
    },
  })

  done()
}
