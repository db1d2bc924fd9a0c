import { setImmediate } from 'node:timers/promises'
import { ZodError } from 'zod'
import type { PublicConfig } from '#contracts/pages'
import { documentTitle, SITE_NAME } from '#contracts/screens'
import { firstReads } from '#contracts/screen-reads'
import { isDatabaseUnavailable } from '#platform/database/unavailable'
import { AppError } from '#platform/errors/errors'
import type { Logger } from '#platform/log/logger'
import { sizeOf } from '../answers/answer.ts'
import type { CatalogReads } from '../answers/catalog-reads.ts'
import type { IsCurrent } from '../answers/current.ts'
import type { PageAddress } from './page-address.ts'
import type { RenderResult } from './page-cache.ts'
import { pageHtml } from './page-html.ts'
import { originMark, writtenPage, type WrittenPage } from './page-origin.ts'
import { hiddenHead, shellTitle, titleTag } from './page-shell.ts'
import type { PageRenderer } from './page-source.ts'

/** Letters that take some 2 ms of the processor to put into a page and to encode. */
const LONG = 256 * 1024

/** A page that somebody asks for. */
export interface WantedPage {
  readonly renderer: PageRenderer
  readonly page: PageAddress
  /** The shop's address in the page's links. */
  readonly origin: string
  readonly config: PublicConfig
}

/** Renders pages with the data that they show, and those that the browser is to fill. */
export interface RenderPages {
  /** Renders a public page with its data; a private one is an empty shell that the browser fills. */
  render(wanted: WantedPage): Promise<RenderResult<WrittenPage>>
  /**
   * A page with its status and title, which the browser renders. A product is read for both; a list would be a search.
   */
  shell(wanted: WantedPage): Promise<WrittenPage>
  /** The error for which a page lacks its data; undefined where it lacks none. */
  outageOf(page: WrittenPage): unknown
}

/** @param deps.reads gives the data of a page, with what tells whether it is still up to date */
export function createRenderPages({
  reads,
  logger,
}: {
  readonly reads: Pick<CatalogReads, 'forPage'>
  readonly logger: Logger
}): RenderPages {
  const outages = new WeakMap<WrittenPage, unknown>()

  /** In turns, where it takes longer than most pages: others are answered between them. */
  async function write(wanted: WantedPage, content: PageContent, outage: unknown): Promise<WrittenPage> {
    const { renderer, page, origin, config } = wanted
    const { head, html, data, status } = content
    if (isLong(html)) await setImmediate()
    const text = pageHtml(renderer, { screen: page.id, head, html, data: { swr: data, config } })
    if (isLong(text.rest)) await setImmediate()
    const written = writtenPage(text, origin, status)
    if (outage !== null) outages.set(written, outage)
    return written
  }

  return {
    async render(wanted) {
      const { renderer, page, config } = wanted
      const { id, screen, address } = page
      const { data, known, isMissing, outage, isCurrent } = await readAll(reads, firstReads(address))
      // A comparison is there without one of its products.
      const isNothing = isMissing && id === 'product'
      const rendered = async (
        head: string,
        html: readonly string[],
        status: number,
      ): Promise<RenderResult<WrittenPage>> => {
        const written = await write(wanted, { head, html, data: known, status }, outage)
        // What is missing may come, which nothing would notice.
        const isKept = (status === 200 && !isMissing) || id === 'not-found'
        return { page: written, bytes: sizeOf(written.answer), isCurrent: isKept ? isCurrent : null }
      }
      if (screen.kind === 'private') return rendered(hiddenHead(documentTitle(screen.title ?? '')), [], 200)
      // Without its data the browser renders the page, shows the error and offers to try again.
      if (outage !== null) return rendered(hiddenHead(SITE_NAME), [], 503)
      // To find what a page shows may take as long as to render it.
      await setImmediate()
      try {
        const { expressShippingCents } = config
        const { head, html, status } = await renderer.render({
          url: address,
          origin: originMark,
          data,
          expressShippingCents,
        })
        return await rendered(head, html, isNothing ? 404 : status)
      } catch (error) {
        logger.error({ err: error, page: id }, 'a page was not rendered on the server; the browser renders it')
        // Not kept: the next visitor's may be rendered.
        return { ...(await rendered(shellHead(page, data), [], isNothing ? 404 : 200)), isCurrent: null }
      }
    },

    async shell(wanted) {
      const { page } = wanted
      const keys = page.id === 'product' ? firstReads(page.address) : []
      const { data, known, isMissing, outage } = await readAll(reads, keys)
      const isNothing = isMissing || (page.id === 'product' && keys.length === 0)
      const status = outage !== null ? 503 : isNothing ? 404 : 200
      return write(wanted, { head: shellHead(page, data), html: [], data: known, status }, outage)
    },

    outageOf: (page) => outages.get(page),
  }
}

async function readAll(reads: Pick<CatalogReads, 'forPage'>, keys: readonly string[]): Promise<PageReads> {
  const checks: IsCurrent[] = []
  const beginnings = new Set<string>()
  let isMissing = false
  let outage: unknown = null
  const values = await Promise.all(
    keys.map(async (key) => {
      try {
        const { value, isCurrent, isBeginning } = await reads.forPage(key)
        checks.push(isCurrent)
        if (isBeginning === true) beginnings.add(key)
        return value
      } catch (error) {
        if (error instanceof AppError && error.kind === 'not-found') {
          isMissing = true
          // Null tells the page that there is no such thing, which it also shows without script.
          return null
        }
        if (isDatabaseUnavailable(error) || (error instanceof AppError && error.kind === 'unavailable')) outage = error
        else if (!(error instanceof ZodError)) throw error
        return undefined
      }
    }),
  )
  // In the order of the keys, and not in that of the reads' ends: the same page is the same bytes.
  const entries = keys.map((key, index) => [key, values[index]] as const)
  const data = Object.fromEntries(entries)
  const known = Object.fromEntries(entries.filter(([key]) => !beginnings.has(key)))
  return { data, known, isMissing, outage, isCurrent: () => checks.every((isCurrent) => isCurrent()) }
}

interface PageContent {
  readonly head: string
  readonly html: readonly string[]
  readonly data: Readonly<Record<string, unknown>>
  readonly status: number
}

/** The head of a public page that was not rendered. @param data what was read for the page */
function shellHead(page: PageAddress, data: PageContent['data']): string {
  const [key = ''] = page.id === 'product' ? firstReads(page.address) : []
  const product = data[key] as { readonly name: string } | null | undefined
  return titleTag(shellTitle(page, product?.name ?? null))
}

/** With more letters than a usual list has. */
function isLong(pieces: readonly string[]): boolean {
  return pieces.reduce((sum, { length }) => sum + length, 0) > LONG
}

interface PageReads {
  readonly data: Readonly<Record<string, unknown>>
  /** What of it the browser gets: all but the beginnings of what it reads itself. */
  readonly known: Readonly<Record<string, unknown>>
  readonly isMissing: boolean
  /** The error for which some of the data is missing; null when there was none. */
  readonly outage: unknown
  readonly isCurrent: IsCurrent
}
