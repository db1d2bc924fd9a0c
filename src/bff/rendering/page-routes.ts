import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NO_SETTINGS, type PublicConfig } from '#contracts/pages'
import { allowsThirdParties } from '#contracts/screens'
import { AppError } from '#platform/errors/errors'
import type { Logger } from '#platform/log/logger'
import { sendAnswer } from '../answers/answer.ts'
import type { CatalogReads } from '../answers/catalog-reads.ts'
import { noteCause } from '../http/errors.ts'
import { wantsPage } from '../http/wants-page.ts'
import { answersUnderPressure, type FreshWork } from '../limits/fresh-work.ts'
import { renderAhead } from './render-ahead.ts'
import { readPageAddress, type PageAddress } from './page-address.ts'
import { createPageCache, type PageCache } from './page-cache.ts'
import { answerFor, originMark, type WrittenPage } from './page-origin.ts'
import { createRenderPages, type WantedPage } from './render-page.ts'
import type { PageRenderer, PageSource } from './page-source.ts'

const PAGE_CACHE_BYTES = 32 * 1024 * 1024
/** Rendering is work for the processor, so more at a time only make each later. */
const MAX_RENDERINGS = 4
/** For pages that a link in a mail opens: the secret in the URL must not get into referrers and search indexes. */
const SECRET_URL_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** What the pages need of the server. */
export interface PageRoutesDeps {
  readonly pages: PageSource
  readonly reads: Pick<CatalogReads, 'forPage'>
  readonly freshWork: FreshWork
  readonly logger: Logger
  /** The settings that a request's page carries. Only the published staff password depends on the request. */
  configFor(request: FastifyRequest): PublicConfig
  /** Security headers of pages that may load the configured third-party scripts. */
  readonly thirdPartyHeaders: Readonly<Record<string, string>>
  originOf(request: FastifyRequest): string
}

/**
 * Answers navigation with HTML. Public pages are rendered on the server and kept by address until something changes that
 * they show. Private pages are an empty shell that the browser fills, and so is every page for a visitor who has had
 * too many rendered.
 */
export function pageRoutes(app: FastifyInstance, deps: PageRoutesDeps): void {
  /** The pages that one renderer has rendered. */
  let cached: { readonly renderer: PageRenderer; readonly cache: PageCache<WrittenPage> } | null = null
  const pages = createRenderPages(deps)
  if (!deps.pages.isFromSources) renderAhead(app, { load: loadRenderer, render: renderForNobody, logger: deps.logger })

  app.get(
    '/*',
    { config: { pressureHandler: answersUnderPressure }, schema: { hide: true } },
    async (request, reply) => {
      if (!wantsPage(request)) return reply.callNotFound()
      const renderer = await deps.pages.current()
      const page = readPageAddress(request.raw.url ?? '/')
      if (page === null) throw new AppError('invalid', 'BAD_URL', 'The address is not valid.')
      if (/[?&]token=/.test(request.raw.url ?? '')) reply.headers(SECRET_URL_HEADERS)
      if (page.redirect !== null) return reply.redirect(page.redirect, 301)
      if (renderer === null)
        throw new AppError('unavailable', 'NOT_BUILT', "The shop's pages are not built yet: npm run build makes them.")
      if (allowsThirdParties(page.path)) reply.headers(deps.thirdPartyHeaders)
      const origin = deps.originOf(request)
      const wanted = { renderer, page, origin, config: deps.configFor(request) }
      const render = () => pages.render(wanted)
      const written =
        (await cacheOf(renderer).load(cacheKeyOf(wanted), render, () => mayRender(request, page))) ??
        (await pages.shell(wanted))
      const answer = answerFor(written, origin)
      if (answer.status === 503) {
        reply.header('retry-after', '5')
        noteCause(request, pages.outageOf(written))
      }
      return sendAnswer(request, reply, answer)
    },
  )

  /** A new build starts with an empty cache. */
  function cacheOf(renderer: PageRenderer): PageCache<WrittenPage> {
    if (cached?.renderer !== renderer) {
      const cache = createPageCache<WrittenPage>({ maxBytes: PAGE_CACHE_BYTES, maxRenderings: MAX_RENDERINGS })
      cached = { renderer, cache }
    }
    return cached.cache
  }

  /** Whether a page may be rendered for a request. Those of a screen with few addresses are not counted. */
  async function mayRender(request: FastifyRequest, page: PageAddress): Promise<boolean> {
    if (page.isOneOfMany) return deps.freshWork.mayRender(request)
    deps.freshWork.refuseUnderPressure()
    return true
  }

  async function loadRenderer(): Promise<void> {
    await (await deps.pages.current())?.load()
  }

  async function renderForNobody(address: string): Promise<void> {
    const renderer = await deps.pages.current()
    const page = readPageAddress(address)
    if (renderer === null || page === null) return
    deps.freshWork.refuseUnderPressure()
    await pages.render({ renderer, page, origin: originMark, config: NO_SETTINGS })
  }
}

/** The published password is part of some pages. An address has no spaces, so their key is that of no other page. */
function cacheKeyOf({ page: { address }, config: { demoAdminPassword } }: WantedPage): string {
  return demoAdminPassword === null ? address : `${address} with the published password`
}
