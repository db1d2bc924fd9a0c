import type { FastifyInstance, FastifyRequest } from 'fastify'
import { REDIRECTS, SCREENS } from '#contracts/screens'
import type { CatalogModule } from '#modules/catalog'
import { productsChanged } from '#modules/catalog/events'
import type { EventBus } from '#platform/events/event-bus'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { makeAnswer, sendAnswer } from '../answers/answer.ts'

/** Public pages that exist without a product and belong into an index (specification 2, section 2). */
const PAGES: readonly string[] = [
  ...Object.values(SCREENS).flatMap(({ path, isIndexed }) => (isIndexed && !path.includes(':') ? [path] : [])),
  ...REDIRECTS.map(({ to }) => to),
]
/**
 * What no crawler has any business with. Pages that say noindex are not among them: who may not read it never learns of
 * it.
 */
const CLOSED = ['/api/', SCREENS.admin.path] as const
const PAGE_SIZE = 1000
/** What one sitemap may hold (sitemaps.org). */
const MAX_ADDRESSES = 50_000

/** /sitemap.xml and /robots.txt (design section 9). */
export function searchEngineRoutes(
  app: FastifyInstance,
  deps: { readonly catalog: CatalogModule; readonly events: EventBus; originOf(request: FastifyRequest): string },
): void {
  const kept = createAnswerCache({ maxBytes: 16 * 1024 * 1024 })
  deps.events.listen(productsChanged, 'bff.empty-sitemap', () => kept.clear())
  deps.events.onResync('bff.empty-sitemap', () => kept.clear())

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const origin = deps.originOf(request)
    return sendAnswer(request, reply, await kept.load(origin, () => sitemap(origin)))
  })

  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) => {
    const lines = [
      'User-agent: *',
      ...CLOSED.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${deps.originOf(request)}/sitemap.xml`,
      '',
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(lines.join('\n'))
  })

  async function sitemap(origin: string) {
    const entries = PAGES.map((path) => `<url><loc>${origin}${path}</loc></url>`)
    for (let offset = 0; entries.length < MAX_ADDRESSES; offset += PAGE_SIZE) {
      const { products } = await deps.catalog.listProducts({ limit: PAGE_SIZE, offset, sort: 'name' })
      for (const { id, updatedAt } of products) {
        entries.push(
          `<url><loc>${origin}/products/${id}</loc><lastmod>${updatedAt.toISOString().slice(0, 10)}</lastmod></url>`,
        )
      }
      if (products.length < PAGE_SIZE) break
    }
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.slice(0, MAX_ADDRESSES).join('\n')}\n</urlset>\n`
    return makeAnswer(xml, {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    })
  }
}
