import type { PageData } from '#contracts/pages'
import type { ScreenId } from '#contracts/screens'
import { narrowJson } from '#platform/narrow-text'
import { originMark } from './page-origin.ts'
import type { PageRenderer } from './pages.ts'

/** The parts that are inserted into the template. */
export interface PageParts {
  readonly screen: ScreenId
  readonly head: string
  readonly html: string
  readonly data: PageData
}

/**
 * Puts a page's style and head, preload links for its scripts, its HTML and its data into the template.
 * @returns the page in pieces, between which the shop's origin belongs: it stands in the head alone
 */
export function pageHtml(renderer: PageRenderer, { screen, head, html, data }: PageParts): readonly string[] {
  const { beforeHead, beforeApp, beforeData, end } = renderer.template
  // Pictures and fonts come first: the page can be read before its scripts are there.
  const links = renderer
    .preloads(screen)
    .map((path) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${path}">`)
  const pieces = head.split(originMark)
  pieces[0] = `${beforeHead}<style>${renderer.style(html)}</style>\n    ${pieces[0]}`
  const script = `<script type="application/json" id="page-data">${scriptJson(data)}</script>`
  // Put together by plus signs, a page is copied once, when it is encoded.
  const rest = links.map((link) => `\n    ${link}`).join('') + beforeApp + html + beforeData + script + end
  pieces.push((pieces.pop() ?? '') + rest)
  return pieces
}

/** JSON that is safe inside a script element. */
function scriptJson(value: unknown): string {
  return narrowJson(JSON.stringify(value).replaceAll('<', '\\u003c'))
}
