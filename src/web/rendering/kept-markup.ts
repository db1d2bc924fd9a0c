import { MARKUP_TAG, type KnownMarkup } from '../lib/server-markup.tsx'

const START = `<${MARKUP_TAG}`
const NAME = ' name="'
const END = `</${MARKUP_TAG}>`
/** Names are few by design (a header per menu entry, a footer); this only bounds a mistake. */
const MOST_NAMES = 200

/** The parts of pages that are drawn once (lib/server-markup.tsx). */
export interface KeptMarkup extends KnownMarkup {
  /** A page as browsers get it: keeps the parts that were drawn for the first time, and takes out the marks. */
  finish(html: string): string
}

/**
 * Keeps header, footer and the like as text, because they are half of a simple page's work: drawing them takes React
 * 2.2 ms of processor per page, repeating them 0.1 ms. It takes some 25 kB per name.
 */
export function createKeptMarkup(): KeptMarkup {
  const known = new Map<string, string>()
  return {
    find: (name) => known.get(name),
    finish(html) {
      let finished = ''
      let at = 0
      for (;;) {
        const start = html.indexOf(START, at)
        if (start === -1) return finished + html.slice(at)
        const open = html.indexOf('>', start)
        const end = html.indexOf(END, open)
        const inner = html.slice(open + 1, end)
        if (html.startsWith(NAME, start + START.length) && known.size < MOST_NAMES)
          known.set(html.slice(start + START.length + NAME.length, open - 1), inner)
        finished += html.slice(at, start) + inner
        at = end + END.length
      }
    },
  }
}
