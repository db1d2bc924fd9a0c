import type { PageData } from '#contracts/pages'
import type { ScreenId } from '#contracts/screens'
import { narrowJson } from '#platform/text/narrow-text'
import { originMark, type PageText } from './page-origin.ts'
import type { PageRenderer } from './page-source.ts'

/** The parts that are inserted into the template. */
export interface PageParts {
  readonly screen: ScreenId
  readonly head: string
  readonly html: readonly string[]
  readonly data: PageData
}

/** Puts a page's style and head, preload links for its scripts, its HTML, and its data into the template. */
export function pageHtml(renderer: PageRenderer, { screen, head, html, data }: PageParts): PageText {
  const { beforeHead, beforeApp, beforeData, end } = renderer.template
  // Pictures and fonts come first: the page can be read before its scripts are there.
  const links = renderer
    .preloads(screen)
    .map((path) => `\n    <link rel="modulepreload" fetchpriority="low" crossorigin href="${path}">`)
  const pieces = head.split(originMark)
  pieces[0] = `${beforeHead}<style>${renderer.style(html)}</style>\n    ${pieces[0]}`
  const script = `<script type="application/json" id="page-data">${scriptJson(data)}</script>`
  return { head: pieces, rest: [...links, beforeApp, ...html, beforeData, script, end] }
}

/** JSON that is safe inside a script element. */
function scriptJson(value: unknown): string {
  return narrowJson(JSON.stringify(value).replaceAll('<', '\\u003c'))
}
