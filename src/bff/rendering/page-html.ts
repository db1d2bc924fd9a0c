import type { PageData } from '#contracts/pages'
import type { ScreenId } from '#contracts/screens'
import type { PageRenderer } from './pages.ts'

/** What is put into the template. */
export interface PageParts {
  readonly screen: ScreenId
  readonly head: string
  readonly html: string
  readonly data: PageData
}

/** Puts a page together: its head, early links to its scripts, its HTML, and the answers it was drawn from. */
export function pageHtml(renderer: PageRenderer, { screen, head, html, data }: PageParts): string {
  const links = renderer.preloads(screen).map((path) => `<link rel="modulepreload" crossorigin href="${path}">`)
  return renderer.template
    .replace('<!--head-->', () => [head, ...links].join('\n    '))
    .replace('<!--app-->', () => html)
    .replace('<!--data-->', () => `<script type="application/json" id="page-data">${inScript(data)}</script>`)
}

/** JSON that cannot end the script element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
