import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { productsChanged } from '#modules/catalog/events'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors'
import type { EventBus } from '#platform/events/event-bus'
import type { Logger } from '#platform/logger'
import { createAnswerCache } from '../answers/answer-cache.ts'
import { makeAnswer, sendAnswer, type Answer } from '../answers/answer.ts'
import type { CatalogAnswers } from '../answers/catalog-answers.ts'
import { pageAddress, redirectOf } from '../rendering/page-address.ts'
import { pageHtml, type PublicConfig } from '../rendering/page-html.ts'
import type { Build, Pages } from '../rendering/pages.ts'

const PAGE_CACHE_BYTES = 32 * 1024 * 1024
const HTML = 'text/html; charset=utf-8'
/** The head of a page that is drawn in the browser; the title comes from the build, so it is safe to write. */
const bareHead = (title = 'superprinter') => `<meta name="robots" content="noindex" data-head><title>${title}</title>`

/** Pages that show or take personal data: no script of a third party runs there, whatever is configured. */
const WITHOUT_THIRD_PARTIES = /^\/(account|admin|checkout|data-request|login|signup|verify-email)(\/|$)/

/** A page that a mail's link opened: its address carries a secret, which goes into no referrer and no index. */
const OPENED_BY_LINK = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

export interface PagesDeps {
  readonly pages: Pages
  readonly answers: CatalogAnswers
  readonly events: EventBus
  readonly logger: Logger
  readonly config: PublicConfig
  /** Security headers of pages that may load the configured third-party scripts. */
  readonly thirdPartyHeaders: Readonly<Record<string, string>>
  originOf(request: FastifyRequest): string
}

/**
 * Answers navigation with HTML (design section 9): public pages are drawn on the server and kept per address until
 * products change, personal ones get the bare shell, files of the build come from memory.
 */
export function registerPages(app: FastifyInstance, deps: PagesDeps): void {
  const kept = createAnswerCache({ maxBytes: PAGE_CACHE_BYTES })
  deps.events.listen(productsChanged, 'bff.empty-pages', () => kept.clear())
  deps.events.onResync('bff.empty-pages', () => kept.clear())
  let drawnFrom: Build | null = null

  // Scripts and styles come by the dozen with one page, from memory: they do not count as requests of a visitor.
  app.get('/assets/*', { config: { rateLimit: false }, schema: { hide: true } }, async (request, reply) => {
    const file = (await deps.pages.current())?.files.get(pathOf(request))
    return file === undefined ? reply.callNotFound() : sendAnswer(request, reply, file)
  })

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = pathOf(request)
    if (/^\/api(\/|$)/.test(path)) return reply.callNotFound()
    const build = await deps.pages.current()
    const file = build?.files.get(path)
    if (file !== undefined) return sendAnswer(request, reply, file)
    if (!wantsHtml(request, path)) return reply.callNotFound()
    const address = pageAddress(request.raw.url ?? '/')
    if (address === null) throw new AppError('invalid', 'BAD_URL', 'The address is not valid.')
    const redirect = redirectOf(address)
    if (redirect !== null) return reply.redirect(redirect, 301)
    if (build === null)
      throw new AppError('unavailable', 'NOT_BUILT', "The shop's pages are not built yet: npm run build makes them.")
    if (build !== drawnFrom) {
      kept.clear()
      drawnFrom = build
    }
    return sendPage(build, address, request, reply)
  })

  async function sendPage(
    build: Build,
    address: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!WITHOUT_THIRD_PARTIES.test(address)) reply.headers(deps.thirdPartyHeaders)
    if (/[?&]token=/.test(request.raw.url ?? '')) reply.headers(OPENED_BY_LINK)
    const origin = deps.originOf(request)
    const answer = await kept.load(`${origin}${address}`, () => draw(build, address, origin))
    if (answer.status === 503) reply.header('retry-after', '5')
    return sendAnswer(request, reply, answer)
  }

  async function draw(build: Build, address: string, origin: string): Promise<Answer> {
    const { keys, kind, page, title } = build.routeData(address)
    const { config } = deps
    if (kind === 'personal')
      return html(pageHtml(build, { page, head: bareHead(title), html: '', data: {}, config }), 200)
    const { data, isMissing, isUnreachable } = await readAll(keys)
    // Without its data the page is drawn in the browser, which says what is wrong and offers to try again.
    if (isUnreachable) return html(pageHtml(build, { page, head: bareHead(), html: '', data, config }), 503)
    try {
      const drawn = await build.render({ url: address, origin, data })
      return html(
        pageHtml(build, { page, head: drawn.head, html: drawn.html, data, config }),
        isMissing ? 404 : drawn.status,
      )
    } catch (error) {
      deps.logger.error({ err: error, page }, 'a page could not be drawn on the server; the browser draws it')
      return html(pageHtml(build, { page, head: '', html: '', data, config }), isMissing ? 404 : 200)
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
            // The client reads null as "there is none" and says so, also without script.
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

function html(text: string, status: number): Answer {
  return makeAnswer(text, { status, headers: { 'content-type': HTML, 'cache-control': 'no-cache' } })
}

function pathOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '/'
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** Navigation asks for a page; a missing script, picture or font is no page. */
function wantsHtml(request: FastifyRequest, path: string): boolean {
  const accept = request.headers.accept ?? '*/*'
  return /text\/html|\*\/\*/.test(accept) && !/^\/(assets|images)\//.test(path)
}
