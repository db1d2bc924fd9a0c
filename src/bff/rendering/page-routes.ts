import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import type { PublicConfig } from '#contracts/pages'
import { allowsThirdParties, documentTitle, SITE_NAME } from '#contracts/screens'
import { firstReads } from '#contracts/screen-reads'
import { productsChanged } from '#modules/catalog/events'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/logger'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { makeAnswer, sendAnswer, type Answer } from '../answers/answer.ts'
import type { CatalogAnswers } from '../answers/catalog-answers.ts'
import { readPageAddress, type PageAddress } from './page-address.ts'
import { pageHtml } from './page-html.ts'
import type { PageRenderer, PageSource } from './pages.ts'

const PAGE_CACHE_BYTES = 32 * 1024 * 1024
const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }
/** The head of a page that the browser renders. Titles come from the table of screens, so they need no escaping. */
const bareHead = (title: string) => `<meta name="robots" content="noindex" data-head><title>${title}</title>`

/** For pages that a link in a mail opens: the secret in the URL must not get into referrers and search indexes. */
const SECRET_URL_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

export interface PageRoutesDeps {
  readonly pages: PageSource
  readonly answers: CatalogAnswers
  readonly events: EventBus
  readonly logger: Logger
  readonly config: PublicConfig
  /** Security headers of pages that may load the configured third-party scripts. */
  readonly thirdPartyHeaders: Readonly<Record<string, string>>
  originOf(request: FastifyRequest): string
}

/**
 * Answers navigation with HTML (design section 9). Public pages are rendered on the server and cached by address until
 * products change; personal pages are an empty shell that the browser fills.
 */
export function pageRoutes(app: FastifyInstance, deps: PageRoutesDeps): void {
  const cache = createAnswerCache({ maxBytes: PAGE_CACHE_BYTES })
  deps.events.listen(productsChanged, 'bff.empty-pages', () => cache.clear())
  deps.events.onResync('bff.empty-pages', () => cache.clear())
  let cachedFor: PageRenderer | null = null

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request)
    if (/^\/api(\/|$)/.test(path)) return reply.callNotFound()
    const renderer = await deps.pages.current()
    if (!wantsHtml(request, path)) return reply.callNotFound()
    const page = readPageAddress(request.raw.url ?? '/')
    if (page === null) throw new AppError('invalid', 'BAD_URL', 'The address is not valid.')
    if (/[?&]token=/.test(request.raw.url ?? '')) reply.headers(SECRET_URL_HEADERS)
    if (page.redirect !== null) return reply.redirect(page.redirect, 301)
    if (renderer === null)
      throw new AppError('unavailable', 'NOT_BUILT', "The shop's pages are not built yet: npm run build makes them.")
    if (renderer !== cachedFor) {
      cache.clear()
      cachedFor = renderer
    }
    if (allowsThirdParties(page.path)) reply.headers(deps.thirdPartyHeaders)
    const origin = deps.originOf(request)
    const answer = await cache.load(`${origin}${page.address}`, () => renderPage(renderer, page, origin))
    if (answer.status === 503) reply.header('retry-after', '5')
    return sendAnswer(request, reply, answer)
  })

  async function renderPage(renderer: PageRenderer, page: PageAddress, origin: string): Promise<Answer> {
    const { id, screen, address } = page
    const write = (head: string, body: string, swr: Record<string, unknown>, status: number) =>
      makeAnswer(pageHtml(renderer, { screen: id, head, html: body, data: { swr, config: deps.config } }), {
        status,
        headers: HTML,
      })
    if (screen.kind === 'personal') return write(bareHead(documentTitle(screen.title ?? '')), '', {}, 200)
    const { data, isMissing, isUnreachable } = await readAll(firstReads(address))
    // Without its data the browser renders the page, shows the error and offers to try again.
    if (isUnreachable) return write(bareHead(SITE_NAME), '', data, 503)
    try {
      const { head, html, status } = await renderer.render({ url: address, origin, data })
      return write(head, html, data, isMissing ? 404 : status)
    } catch (error) {
      deps.logger.error({ err: error, page: id }, 'a page was not rendered on the server; the browser renders it')
      return write('', '', data, isMissing ? 404 : 200)
    }
  }

  async function readAll(keys: readonly string[]) {
    const data: Record<string, unknown> = {}
    let isMissing = false
    let isUnreachable = false
    await Promise.all(
      keys.map(async (key) => {
        try {
          data[key] = await deps.answers.read(key)
        } catch (error) {
          if (error instanceof AppError && error.kind === 'not-found') {
            // Null tells the page that there is no such thing, which it also shows without script.
            data[key] = null
            isMissing = true
          } else if (isDatabaseUnavailable(error) || (error instanceof AppError && error.kind === 'unavailable'))
            isUnreachable = true
          else if (!(error instanceof ZodError)) throw error
        }
      }),
    )
    return { data, isMissing, isUnreachable }
  }
}

function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** Whether a request is for a page, and not for a missing script, picture or font. */
function wantsHtml(request: FastifyRequest, path: string): boolean {
  const accept = request.headers.accept ?? '*/*'
  return /text\/html|\*\/\*/.test(accept) && !/^\/(assets|images)\//.test(path)
}
