import type { PageData } from '#contracts/pages'
import type { ScreenId } from '#contracts/screens'
import type { PageRenderer } from './pages.ts'

/** The parts that are inserted into the template. */
export interface PageParts {
  readonly screen: ScreenId
  readonly head: string
  readonly html: string
  readonly data: PageData
}

/** Inserts a page's style and head, preload links for its scripts, its HTML and its data into the template. */
export function pageHtml(renderer: PageRenderer, { screen, head, html, data }: PageParts): string {
  const style = renderer.style(html)
  // Pictures and fonts come first: the page can be read before its scripts are there.
  const links = renderer
    .preloads(screen)
    .map((path) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${path}">`)
  return renderer.template
    .replace('<!--head-->', () => [`<style>${style}</style>`, head, ...links].join('\n    '))
    .replace('<!--app-->', () => html)
    .replace('<!--data-->', () => `<script type="application/json" id="page-data">${scriptJson(data)}</script>`)
}

/** JSON that is safe inside a script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
