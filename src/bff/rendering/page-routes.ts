import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import type { PublicConfig } from '#contracts/pages'
import { allowsThirdParties, documentTitle, SITE_NAME } from '#contracts/screens'
import { firstReads } from '#contracts/screen-reads'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors'
import type { Logger } from '#platform/logger'
import { sendAnswer, sizeOf } from '../answers/answer.ts'
import type { CatalogReads } from '../answers/catalog-reads.ts'
import type { IsCurrent } from '../answers/current.ts'
import { noteCause } from '../http/errors.ts'
import { wantsPage } from '../http/wants-page.ts'
import { answersUnderPressure, type FreshWork } from '../limits/fresh-work.ts'
import { renderAhead } from './render-ahead.ts'
import { readPageAddress, type PageAddress } from './page-address.ts'
import { createPageCache, type RenderResult, type PageCache } from './page-cache.ts'
import { pageHtml } from './page-html.ts'
import { answerFor, originMark, writtenPage, type WrittenPage } from './page-origin.ts'
import { hiddenHead, shellTitle, titleTag } from './page-shell.ts'
import type { PageRenderer, PageSource } from './pages.ts'

const PAGE_CACHE_BYTES = 32 * 1024 * 1024
/** Rendering is work for the processor, so more at a time only make each later. */
const MAX_RENDERINGS = 4
/** For pages that a link in a mail opens: the secret in the URL must not get into referrers and search indexes. */
const SECRET_URL_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** The settings of pages that are rendered ahead, which nobody gets. */
const NO_SETTINGS: PublicConfig = {
  gaMeasurementId: null,
  metaPixelId: null,
  expressShippingCents: null,
  demoAdminPassword: null,
}

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
  let cached: { readonly renderer: PageRenderer; readonly pages: PageCache<WrittenPage> } | null = null
  /** The errors for which pages lack their data. */
  const outages = new WeakMap<WrittenPage, unknown>()
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
      const config = deps.configFor(request)
      const write = writerFor(renderer, page, origin, config)
      const render = () => renderPage(renderer, page, write, config)
      const written =
        (await cacheOf(renderer).load(cacheKeyOf(page, config), render, () => mayRender(request, page))) ??
        (await shellOf(page, write))
      const answer = answerFor(written, origin)
      if (answer.status === 503) {
        reply.header('retry-after', '5')
        noteCause(request, outages.get(written))
      }
      return sendAnswer(request, reply, answer)
    },
  )

  /** A new build starts with an empty cache. */
  function cacheOf(renderer: PageRenderer): PageCache<WrittenPage> {
    if (cached?.renderer !== renderer) {
      const pages = createPageCache<WrittenPage>({ maxBytes: PAGE_CACHE_BYTES, maxRenderings: MAX_RENDERINGS })
      cached = { renderer, pages }
    }
    return cached.pages
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
    await renderPage(renderer, page, writerFor(renderer, page, originMark, NO_SETTINGS), NO_SETTINGS)
  }

  async function renderPage(
    renderer: PageRenderer,
    page: PageAddress,
    write: Write,
    { expressShippingCents }: PublicConfig,
  ): Promise<RenderResult<WrittenPage>> {
    const { id, screen, address } = page
    const { data, isMissing, outage, isCurrent } = await readAll(firstReads(address))
    // A comparison is there without one of its products.
    const isNothing = isMissing && id === 'product'
    const rendered = (head: string, html: readonly string[], status: number): RenderResult<WrittenPage> => {
      const written = write({ head, html, data, status })
      if (outage !== null) outages.set(written, outage)
      // What is missing may come, which nothing would notice.
      const isKept = (status === 200 && !isMissing) || id === 'not-found'
      return { page: written, bytes: sizeOf(written.answer), isCurrent: isKept ? isCurrent : null }
    }
    if (screen.kind === 'private') return rendered(hiddenHead(documentTitle(screen.title ?? '')), [], 200)
    // Without its data the browser renders the page, shows the error and offers to try again.
    if (outage !== null) return rendered(hiddenHead(SITE_NAME), [], 503)
    try {
      const input = { url: address, origin: originMark, data, expressShippingCents }
      const { head, html, status } = await renderer.render(input)
      return rendered(head, html, isNothing ? 404 : status)
    } catch (error) {
      deps.logger.error({ err: error, page: id }, 'a page was not rendered on the server; the browser renders it')
      // Not kept: the next visitor's may be rendered.
      return { ...rendered(shellHead(page, data), [], isNothing ? 404 : 200), isCurrent: null }
    }
  }

  /**
   * A page with its status and title, which the browser renders. A product is read for both; a list would be a search.
   */
  async function shellOf(page: PageAddress, write: Write): Promise<WrittenPage> {
    const reads = page.id === 'product' ? firstReads(page.address) : []
    const { data, isMissing, outage } = await readAll(reads)
    const isNothing = isMissing || (page.id === 'product' && reads.length === 0)
    const status = outage !== null ? 503 : isNothing ? 404 : 200
    const written = write({ head: shellHead(page, data), html: [], data, status })
    if (outage !== null) outages.set(written, outage)
    return written
  }

  async function readAll(keys: readonly string[]): Promise<PageReads> {
    const checks: IsCurrent[] = []
    let isMissing = false
    let outage: unknown = null
    const values = await Promise.all(
      keys.map(async (key) => {
        try {
          const { value, isCurrent } = await deps.reads.forPage(key)
          checks.push(isCurrent)
          return value
        } catch (error) {
          if (error instanceof AppError && error.kind === 'not-found') {
            isMissing = true
            // Null tells the page that there is no such thing, which it also shows without script.
            return null
          }
          if (isDatabaseUnavailable(error) || (error instanceof AppError && error.kind === 'unavailable'))
            outage = error
          else if (!(error instanceof ZodError)) throw error
          return undefined
        }
      }),
    )
    // In the order of the keys, and not in that of the reads' ends: the same page is the same bytes.
    const data = Object.fromEntries(keys.map((key, index) => [key, values[index]]))
    return { data, isMissing, outage, isCurrent: () => checks.every((isCurrent) => isCurrent()) }
  }
}

/** The published password is part of some pages. An address has no spaces, so their key is that of no other page. */
function cacheKeyOf({ address }: PageAddress, { demoAdminPassword }: PublicConfig): string {
  return demoAdminPassword === null ? address : `${address} with the published password`
}

interface PageContent {
  readonly head: string
  readonly html: readonly string[]
  readonly data: Readonly<Record<string, unknown>>
  readonly status: number
}

/** Puts a page together. */
type Write = (content: PageContent) => WrittenPage

function writerFor(renderer: PageRenderer, page: PageAddress, origin: string, config: PublicConfig): Write {
  return ({ head, html, data, status }) =>
    writtenPage(pageHtml(renderer, { screen: page.id, head, html, data: { swr: data, config } }), origin, status)
}

/** The head of a public page that was not rendered. @param data what was read for the page */
function shellHead(page: PageAddress, data: PageContent['data']): string {
  const [key = ''] = page.id === 'product' ? firstReads(page.address) : []
  const product = data[key] as { readonly name: string } | null | undefined
  return titleTag(shellTitle(page, product?.name ?? null))
}

interface PageReads {
  readonly data: Readonly<Record<string, unknown>>
  readonly isMissing: boolean
  /** The error for which some of the data is missing; null when there was none. */
  readonly outage: unknown
  readonly isCurrent: IsCurrent
}
