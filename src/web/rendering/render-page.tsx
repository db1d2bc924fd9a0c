import { createStore } from 'jotai'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { ReactElement } from 'react'
// Not the one for Node: from its first stream on it has Node follow every promise and callback of the process, which made
// every answer of the shop take a tenth to a half longer.
import { renderToReadableStream, renderToString } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router-dom'
import type { RenderedPage, RenderInput } from '#contracts/pages'
import { narrowHtml } from '#platform/text/narrow-text'
import { App } from '../app/app.tsx'
import { CardMarkupContext, type ShopProductCardProps } from '../app/shop-product-card.tsx'
import { HeadContext, headMarkup, type HeadCollector, type PageHead } from '../lib/head.tsx'
import { NO_PAGE_DATA } from '../lib/page-data.ts'
import { KnownMarkupContext } from '../lib/server-markup.tsx'
import type { RenderCard } from './card-templates.tsx'
import type { KeptMarkup } from './kept-markup.ts'

/** Parts of pages as ready text. Without them React renders everything, which is the same page in a multiple of the time. */
export interface ReadyMarkup {
  readonly renderCard: RenderCard
  readonly kept: KeptMarkup
}

/** A page of so many letters takes some milliseconds to render, and again to finish. */
const LONG = 128 * 1024

const UNNAMED: PageHead = { title: 'Printers for home and business' }

/** Renders a page. @throws any error of a component */
export async function renderPage(
  { url, origin, data, expressShippingCents = null }: RenderInput,
  ready: ReadyMarkup | null,
): Promise<RenderedPage> {
  const config = { ...NO_PAGE_DATA.config, expressShippingCents }
  const collected: { head: PageHead } = { head: UNNAMED }
  const collector: HeadCollector = { collect: (head) => void (collected.head = head) }
  const preloads = new Map<string, string>()
  const renderCard = ready && ((card: ShopProductCardProps) => renderReadyCard(ready, card, preloads))
  const parts = ready?.kept.begin() ?? null
  const page = (
    <HeadContext value={collector}>
      <KnownMarkupContext value={parts}>
        <CardMarkupContext value={renderCard}>
          <StaticRouter location={url}>
            <App data={{ config, swr: data }} store={createStore()} />
          </StaticRouter>
        </CardMarkupContext>
      </KnownMarkupContext>
    </HeadContext>
  )
  const wide = renderAtOnce(page) ?? (await renderOnceLoaded(page)) ?? (await renderWithLazyParts(page))
  // Others have their turn first.
  if (wide.length > LONG) await setImmediate()
  const html = narrowHtml(wide)
  const { head } = collected
  return {
    status: head.status ?? 200,
    head: headMarkup(head, origin),
    html: parts === null ? [html] : withPreloads(parts.finish(html), [...preloads.values()]),
  }
}

function renderReadyCard(ready: ReadyMarkup, card: ShopProductCardProps, preloads: Map<string, string>): string {
  const { html, preload } = ready.renderCard(card)
  // The same picture is loaded once, with the priority of its first card.
  const key = preload.replace(' fetchPriority="high"', '')
  if (key !== '' && !preloads.has(key)) preloads.set(key, preload)
  return html
}

/** Puts the cards' preloads behind those that React has put at the top. */
function withPreloads([first = '', ...rest]: readonly string[], preloads: readonly string[]): readonly string[] {
  const top = /^(?:<link rel="preload"[^>]*>)*/.exec(first)?.[0] ?? ''
  return [top, ...preloads, first.slice(top.length), ...rest]
}

/** What React leaves in the place of a part that was not there at once, or that failed. */
const UNFINISHED = '<!--$!-->'

/** Null when a part of the page is not loaded yet, or fails. Rendering as text takes half as long as rendering a stream. */
function renderAtOnce(element: ReactElement): string | null {
  const html = renderToString(element)
  return html.includes(UNFINISHED) ? null : html
}

/** The lazy parts of a built page come out of the same file, and are there in the next turn; those of sources are not. */
async function renderOnceLoaded(element: ReactElement): Promise<string | null> {
  await setImmediate()
  return renderAtOnce(element)
}

/** Waits for every lazy part, so that the HTML needs no script to put itself together. */
async function renderWithLazyParts(element: ReactElement): Promise<string> {
  const failures: unknown[] = []
  const stream = await renderToReadableStream(element, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void failures.push(error),
  })
  await stream.allReady
  if (failures.length > 0) throw toError(failures[0])
  return text(stream)
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
