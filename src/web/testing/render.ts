import type { RenderedPage, RenderInput } from '#contracts/pages'
import { render as renderPieces } from '../entry-server.tsx'

/** Renders a page as the server does. @returns its HTML as one text */
export async function render(input: RenderInput): Promise<Omit<RenderedPage, 'html'> & { readonly html: string }> {
  const { html, ...page } = await renderPieces(input)
  return { ...page, html: html.join('') }
}
