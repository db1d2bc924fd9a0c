import { createStore } from 'jotai'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { HeadContext, headMarkup, type HeadCollector, type PageHead } from './lib/head.tsx'
import { NO_PAGE_DATA } from './lib/page-data.ts'

export { routeData } from './app/route-data.ts'

export interface RenderInput {
  /** Path and query: "/products?category=printers". */
  readonly url: string
  /** Where the shop is reached, for absolute addresses: "https://shop.example". */
  readonly origin: string
  /** API answers by path: those that `routeData` names. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface RenderedPage {
  readonly status: 200 | 404
  /** Tags for <head>, escaped. */
  readonly head: string
  /** What goes into #root; holds no script. */
  readonly html: string
}

const UNNAMED: PageHead = { title: 'Printers for home and business' }

/**
 * The HTML of a page, the same for every visitor: what is personal appears in the browser (design, section 9).
 * @throws what a component threw while it rendered
 */
export async function render({ url, origin, data }: RenderInput): Promise<RenderedPage> {
  const collected: { head: PageHead } = { head: UNNAMED }
  const collector: HeadCollector = { collect: (head) => void (collected.head = head) }
  const html = await renderToText(
    <HeadContext value={collector}>
      <StaticRouter location={url}>
        <App data={{ ...NO_PAGE_DATA, swr: data }} store={createStore()} />
      </StaticRouter>
    </HeadContext>,
  )
  const { head } = collected
  return { status: head.status ?? 200, head: headMarkup(head, origin), html }
}

/** Waits for every lazy part, so that the HTML needs no script to put itself together. */
function renderToText(element: React.ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(element, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        const chunks: Buffer[] = []
        pipe(
          new Writable({
            write(chunk: Buffer | string, _encoding, next) {
              chunks.push(Buffer.from(chunk))
              next()
            },
            final(next) {
              resolve(Buffer.concat(chunks).toString('utf8'))
              next()
            },
          }),
        )
      },
      onError(error) {
        reject(error instanceof Error ? error : new Error(String(error)))
        abort(error)
      },
    })
  })
}
