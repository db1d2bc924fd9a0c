import { useLayoutEffect } from 'react'

/** What stands somewhere on the page and has a say in the style of the rest; styles ask for `html[data-has-…]`. */
type PageMark = 'dialog' | 'full-dialog' | 'offline-note' | 'open-search' | 'staff-rail'

/** How many show each. */
const shown = new Map<PageMark, number>()

/**
 * Marks the page's root with `data-has-…` while something is shown. `html:has([…])` would say the same without script,
 * but with an attribute within `:has()` Chromium computes the style of the whole page whenever an element comes or
 * goes, which takes a phone 0.1 s for each press.
 */
export function usePageMark(mark: PageMark, isShown = true): void {
  useLayoutEffect(() => {
    if (!isShown) return
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark, isShown])
}

function count(mark: PageMark, by: 1 | -1): void {
  const now = (shown.get(mark) ?? 0) + by
  shown.set(mark, now)
  document.documentElement.toggleAttribute(`data-has-${mark}`, now > 0)
}
