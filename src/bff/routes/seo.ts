import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rootOf, SCREENS } from '#contracts/screens'
import type { CatalogModule } from '#modules/catalog'
import { makeAnswer, sendAnswer } from '../answers/answer.ts'
import { createCheckedAnswers } from '../answers/checked-answers.ts'
import { answersUnderPressure, type FreshWork } from '../limits/fresh-work.ts'
import { createSitemap, NothingHere, type SitemapFile } from './sitemap.ts'

/**
 * Paths that crawlers must not read. Pages with noindex are not listed, because a crawler has to read them to see it.
 */
const DISALLOWED = ['/api/', rootOf(SCREENS.admin)] as const

/** The sitemap and /robots.txt for search engines. */
export function seoRoutes(
  app: FastifyInstance,
  deps: {
    readonly catalog: CatalogModule
    readonly freshWork: FreshWork
    originOf(request: FastifyRequest): string
  },
): void {
  const sitemap = createSitemap(deps.catalog)
  const options = { config: { pressureHandler: answersUnderPressure }, schema: { hide: true } }
  const kept = createCheckedAnswers({ maxBytes: 16 * 1024 * 1024 })

  /** Every URL begins with the origin, so a file is kept for each origin; with PUBLIC_URL there is only one. */
  async function send(request: FastifyRequest, reply: FastifyReply, { name, watch, write }: SitemapFile) {
    const origin = deps.originOf(request)
    const key = `${origin} ${name}`
    const found = kept.find(key)
    if (found !== undefined) return sendAnswer(request, reply, found)
    await deps.freshWork.countSearch(request)
    const isCurrent = watch()
    const answer = makeAnswer(`<?xml version="1.0" encoding="UTF-8"?>\n${await write(origin)}\n`, {
      headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    })
    kept.keep(key, answer, isCurrent)
    return sendAnswer(request, reply, answer)
  }

  app.get('/sitemap.xml', options, (request, reply) => send(request, reply, sitemap.index))

  app.get('/sitemap-pages.xml', options, (request, reply) => send(request, reply, sitemap.pages))

  app.get<{ Params: { file: string } }>('/sitemap-products-:file.xml', options, (request, reply) => {
    if (!/^[1-9]\d{0,5}$/.test(request.params.file)) throw new NothingHere()
    return send(request, reply, sitemap.products(Number(request.params.file)))
  })

  app.get('/robots.txt', options, (request, reply) => {
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
}
