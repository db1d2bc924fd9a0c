import { useEffect, useRef, type RefObject } from 'react'

/**
 * After something was removed from a list by keyboard, nothing has the focus: it goes to a heading.
 * @param count what is in the list; undefined while that is not known
 * @param heading by default the page's; the page's content where there is none that takes it
 */
export function useFocusWhenFewer(count: number | undefined, heading?: RefObject<HTMLElement | null>): void {
  const known = useRef(count)
  useEffect(() => {
    if (count === undefined) return
    const isFewer = known.current !== undefined && count < known.current
    known.current = count
    if (!isFewer || document.activeElement !== document.body) return
    const target = heading === undefined ? document.querySelector<HTMLElement>('main h1') : heading.current
    target?.focus({ preventScroll: true })
    // Not every heading takes it.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [count, heading])
}
