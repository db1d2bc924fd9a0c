import type { RenderPage } from '#contracts/pages'
import { createCardTemplates } from './rendering/card-templates.tsx'
import { renderPage } from './rendering/render-page.tsx'
import { createKeptMarkup } from './rendering/kept-markup.ts'

const ready = { renderCard: createCardTemplates(), kept: createKeptMarkup() }

/** The HTML of a page, the same for every visitor: what is personal appears in the browser. */
export const render: RenderPage = (input) => renderPage(input, ready)
