import { createContext, createElement, use, type ReactNode } from 'react'

/** Renders markup from texts, which stand in it as texts or attributes. */
export type RenderTexts = (texts: readonly string[]) => ReactNode

/** Markup that the server has ready while it renders a page. */
export interface KnownMarkup {
  /** undefined when nothing was rendered under this name yet. */
  find(name: string): string | undefined
  /** The markup of these texts; `render` is asked only the first time for a name. */
  fill(name: string, texts: readonly string[], render: RenderTexts): string
  /** Takes ready markup into the page. Gives the number of its place. */
  place(html: string): number
}

/** The server puts what it knows here; in the browser there is nothing. */
export const KnownMarkupContext = createContext<KnownMarkup | null>(null)

/** The element around markup that the server keeps; no browser ever sees it. */
export const MARKUP_TAG = 'server-markup'
/** The element in the place of ready markup, by its number; no browser ever sees it. */
export const PLACE_TAG = 'server-place'

interface RenderedOnceProps {
  /**
   * Contains everything on which the markup of the children depends: letters, digits, spaces and dashes. Null where they
   * depend on more than that: they are rendered each time.
   */
  readonly name: string | null
  readonly children: ReactNode
}

/**
 * Parts that look alike on many pages, such as the footer: the server renders them once and then repeats the text. Ids of
 * useId inside of them come from the place in the tree, so parts with such ids must stand in the same place on every
 * page. One must not stand inside another.
 */
export function RenderedOnce({ name, children }: RenderedOnceProps) {
  const known = use(KnownMarkupContext)
  if (known === null || name === null) return children
  const html = known.find(name)
  return html === undefined ? createElement(MARKUP_TAG, { name }, children) : placed(known, html)
}

interface FilledInProps {
  /** Contains everything on which the markup depends apart from the texts. */
  readonly name: string
  /**
   * What differs. Each is the whole content of an element or, if it is never empty, of an attribute, or an address
   * without its first slash.
   */
  readonly texts: readonly string[]
  /** A pure function of its texts: it neither compares nor changes them, and asks no context but the router's. */
  readonly children: RenderTexts
}

/**
 * Small parts that a page repeats with other texts, such as the choices of a filter: the server renders one of each shape
 * and fills in the texts of the others, which takes it a hundredth of rendering them.
 */
export function FilledIn({ name, texts, children }: FilledInProps) {
  const known = use(KnownMarkupContext)
  return known === null ? children(texts) : placed(known, known.fill(name, texts, children))
}

/** Markup that the server has already; where a browser would render the same. */
export function ServerMarkup({ html }: { readonly html: string }) {
  const known = use(KnownMarkupContext)
  return known === null ? null : placed(known, html)
}

function placed(known: KnownMarkup, html: string): ReactNode {
  return createElement(PLACE_TAG, { id: known.place(html) })
}
