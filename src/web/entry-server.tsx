import type { RenderPage } from '#contracts/pages'
import { createCardTemplates } from './rendering/card-templates.tsx'
import { drawPage } from './rendering/draw-page.tsx'
import { createKeptMarkup } from './rendering/kept-markup.ts'

const ready = { drawCard: createCardTemplates(), kept: createKeptMarkup() }

/** The HTML of a page, the same for every visitor: what is personal appears in the browser. */
export const render: RenderPage = (input) => drawPage(input, ready)
