import { MARKUP_TAG, PLACE_TAG, type KnownMarkup } from '../lib/server-markup.tsx'
import { createTemplates } from './templates.tsx'

const START = `<${MARKUP_TAG} name="`
const END = `</${MARKUP_TAG}>`
const PLACE = `<${PLACE_TAG} id="`
const PLACE_END = `"></${PLACE_TAG}>`
/** Names are few by design (a header per menu entry, a footer); this only bounds a mistake. */
const MAX_NAMES = 200

/** The ready parts of one page while it is rendered. */
export interface PageMarkup extends KnownMarkup {
  /** The page as browsers get it, in pieces: with the ready parts in their places, and without marks. */
  finish(html: string): readonly string[]
}

/** The parts of pages that are rendered once (lib/server-markup.tsx). */
export interface KeptMarkup {
  /** Begins a page. What it renders for the first time is kept when it is finished. */
  begin(): PageMarkup
}

/**
 * Keeps header, footer and the like as text, because they are half of a simple page's work: rendering them takes React
 * 2.2 ms of processor per page, repeating them 0.1 ms. It takes some 25 kB per name. Ready parts are put in after React
 * has rendered the rest, which would otherwise copy each of them several times.
 */
export function createKeptMarkup(): KeptMarkup {
  const known = new Map<string, string>()
  const fill = createTemplates()

  function keepNamed(html: string): string {
    let finished = ''
    let at = 0
    for (;;) {
      const start = html.indexOf(START, at)
      if (start === -1) return at === 0 ? html : finished + html.slice(at)
      const open = html.indexOf('>', start)
      const end = html.indexOf(END, open)
      const inner = html.slice(open + 1, end)
      // A copy: a slice would keep the whole page.
      if (known.size < MAX_NAMES) known.set(html.slice(start + START.length, open - 1), copyOf(inner))
      finished += html.slice(at, start) + inner
      at = end + END.length
    }
  }

  return {
    begin() {
      const placed: string[] = []

      function fillPlaces(html: string): readonly string[] {
        const pieces: string[] = []
        let at = 0
        for (;;) {
          const start = html.indexOf(PLACE, at)
          if (start === -1) return [...pieces, html.slice(at)]
          const end = html.indexOf(PLACE_END, start)
          pieces.push(html.slice(at, start), placed[Number(html.slice(start + PLACE.length, end))] ?? '')
          at = end + PLACE_END.length
        }
      }

      return {
        find: (name) => known.get(name),
        fill,
        place: (html) => placed.push(html) - 1,
        finish(html) {
          const pieces = fillPlaces(html)
          return html.includes(START) ? [keepNamed(pieces.join(''))] : pieces
        },
      }
    },
  }
}

function copyOf(text: string): string {
  return Buffer.from(text).toString()
}
