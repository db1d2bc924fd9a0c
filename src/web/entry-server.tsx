import { createStore } from 'jotai'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { RenderPage } from '#contracts/pages'
import { App } from './app/app.tsx'
import { HeadContext, headMarkup, type HeadCollector, type PageHead } from './lib/head.tsx'
import { NO_PAGE_DATA } from './lib/page-data.ts'

const UNNAMED: PageHead = { title: 'Printers for home and business' }

/** The HTML of a page, the same for every visitor: what is personal appears in the browser (design, section 9). */
export const render: RenderPage = async ({ url, origin, data }) => {
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
