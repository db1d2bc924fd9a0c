import type { Build } from './pages.ts'

/** Settings that a browser may know. */
export interface PublicConfig {
  readonly gaMeasurementId: string | null
  readonly metaPixelId: string | null
  /** The staff password of a demonstration, shown on the gate; null in every real shop. */
  readonly demoAdminPassword: string | null
}

/** What is put into the template. */
export interface PageParts {
  readonly page: string
  readonly head: string
  readonly html: string
  readonly data: Readonly<Record<string, unknown>>
  readonly config: PublicConfig
}

/** Puts a page together: its head, early links to its scripts, its HTML, and the answers it was drawn from. */
export function pageHtml(build: Build, { page, head, html, data, config }: PageParts): string {
  const links = build.preloads(page).map((path) => `<link rel="modulepreload" crossorigin href="${path}">`)
  return build.template
    .replace('<!--head-->', () => [head, ...links].join('\n    '))
    .replace('<!--app-->', () => html)
    .replace(
      '<!--data-->',
      () => `<script type="application/json" id="page-data">${inScript({ swr: data, config })}</script>`,
    )
}

/** JSON that cannot end the script element it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
