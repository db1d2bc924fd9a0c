import type { FastifyInstance, FastifyRequest } from 'fastify'
import { REDIRECTS, SCREENS } from '#contracts/screens'
import type { CatalogModule } from '#modules/catalog'
import { productsChanged } from '#modules/catalog/events'
import type { EventBus } from '#platform/events/event-bus'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { makeAnswer, sendAnswer } from '../answers/answer.ts'

/** Indexed public pages other than products (specification 2, section 2). */
const INDEXED_PATHS: readonly string[] = [
  ...Object.values(SCREENS).flatMap(({ path, isIndexed }) => (isIndexed && !path.includes(':') ? [path] : [])),
  ...REDIRECTS.map(({ to }) => to),
]
/**
 * Paths that crawlers must not read. Pages with noindex are not listed, because a crawler has to read them to see it.
 */
const DISALLOWED = ['/api/', SCREENS.admin.path] as const
const PAGE_SIZE = 1000
/** The most URLs in one sitemap (sitemaps.org). */
const MAX_URLS = 50_000

/** /sitemap.xml and /robots.txt for search engines (design section 9). */
export function seoRoutes(
  app: FastifyInstance,
  deps: { readonly catalog: CatalogModule; readonly events: EventBus; originOf(request: FastifyRequest): string },
): void {
  const cache = createAnswerCache({ maxBytes: 16 * 1024 * 1024 })
  deps.events.listen(productsChanged, 'bff.empty-sitemap', () => cache.clear())
  deps.events.onResync('bff.empty-sitemap', () => cache.clear())

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const origin = deps.originOf(request)
    return sendAnswer(request, reply, await cache.load(origin, () => sitemap(origin)))
  })

  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) => {
    const lines = [
      'User-agent: *',
      ...DISALLOWED.map((path) => `Disallow: ${path}`),
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
    const entries = INDEXED_PATHS.map((path) => `<url><loc>${origin}${path}</loc></url>`)
    for (let offset = 0; entries.length < MAX_URLS; offset += PAGE_SIZE) {
      const { products } = await deps.catalog.listProducts({ limit: PAGE_SIZE, offset, sort: 'name' })
      for (const { id, updatedAt } of products) {
        entries.push(
          `<url><loc>${origin}/products/${id}</loc><lastmod>${updatedAt.toISOString().slice(0, 10)}</lastmod></url>`,
        )
      }
      if (products.length < PAGE_SIZE) break
    }
    const xml = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries.slice(0, MAX_URLS),
      '</urlset>',
      '',
    ]
    return makeAnswer(xml.join('\n'), {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    })
  }
}
