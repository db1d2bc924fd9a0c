import { createContext, createElement, use, type ReactNode } from 'react'

/** Markup that the server has drawn for an earlier page. */
export interface KnownMarkup {
  /** undefined when nothing was drawn under this name yet. */
  find(name: string): string | undefined
}

/** The server puts what it knows here; in the browser there is nothing. */
export const KnownMarkupContext = createContext<KnownMarkup | null>(null)

/** The element around markup that the server takes out of its page again; no browser ever sees it. */
export const MARKUP_TAG = 'server-markup'

interface DrawnOnceProps {
  /**
   * Contains everything on which the markup of the children depends: letters, digits, spaces and dashes. Null where they
   * depend on more than that: they are drawn each time.
   */
  readonly name: string | null
  readonly children: ReactNode
}

/**
 * Parts that look alike on many pages, such as the footer: the server draws them once and then repeats the text. Ids of
 * useId inside of them come from the place in the tree, so parts with such ids must stand in the same place on every page.
 * One must not stand inside another.
 */
export function DrawnOnce({ name, children }: DrawnOnceProps) {
  const known = use(KnownMarkupContext)
  if (known === null || name === null) return children
  const html = known.find(name)
  return html === undefined ? createElement(MARKUP_TAG, { name }, children) : <ServerMarkup html={html} />
}

/** Markup that the server has already; where a browser would draw the same. */
export function ServerMarkup({ html }: { readonly html: string }) {
  // oxlint-disable-next-line react/no-danger -- React itself has drawn and escaped it
  return createElement(MARKUP_TAG, { dangerouslySetInnerHTML: { __html: html } })
}
