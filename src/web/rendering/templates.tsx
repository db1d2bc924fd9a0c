import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server.edge'
import { StaticRouter } from 'react-router-dom'
import { narrowHtml } from '#platform/text/narrow-text'
import type { KnownMarkup } from '../lib/server-markup.tsx'

/** The shapes of one page are some dozens; this only bounds a mistake. One takes 1 kB. */
const MAX_SHAPES = 1000
/** Stand in the rendered markup where the texts belong, and look like nothing else in it. */
const marker = (index: number) => `zzText${index}zz`
const MARKER = /zzText(\d+)zz/

/** Markup cut at its markers: a piece, the number of a text, a piece and so on. */
type Template = readonly string[]

/** Renders small parts from templates (lib/server-markup.tsx, FilledIn): React renders one of each name. */
export function createTemplates(): KnownMarkup['fill'] {
  const templates = new Map<string, Template>()
  return (name, texts, render) => {
    let template = templates.get(name)
    if (template === undefined) {
      if (templates.size >= MAX_SHAPES) templates.clear()
      template = renderApart(render(texts.map((_, index) => marker(index)))).split(MARKER)
      templates.set(name, template)
    }
    let html = template[0] ?? ''
    for (let at = 1; at < template.length; at += 2)
      html += escapeText(texts[Number(template[at])] ?? '') + (template[at + 1] ?? '')
    return html
  }
}

/** What React renders of a part by itself. */
export function renderApart(part: ReactNode): string {
  return narrowHtml(
    renderToString(
      <StaticRouter location="/">
        <Provider store={createStore()}>{part}</Provider>
      </StaticRouter>,
    ),
  )
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** Escapes texts and attributes as React does, and what `narrowHtml` escapes. */
export function escapeText(text: string): string {
  return narrowHtml(text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? ''))
}
