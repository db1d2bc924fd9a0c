import { useEffect } from 'react'

/** Where a bar of the page goes (`FootBar`). */
export const BARS_ID = 'foot-bars'

/**
 * Keeps what has the focus, toasts and the end of the page above what stands at the foot of the window: the page's
 * `scroll-padding-bottom` is as much of the window as it takes. Of the page's styles only the root's is computed again.
 * @param id what stands there; an empty element in front of it becomes as high, for the end of the page
 */
export function useFootPadding(id: string): void {
  useEffect(() => {
    const foot = document.getElementById(id)
    if (foot === null) return
    const observer = new ResizeObserver(() => measure(foot))
    observer.observe(foot)
    return () => {
      observer.disconnect()
      measure(foot)
    }
  }, [id])
}

function measure(foot: HTMLElement): void {
  // Of what is gone both are nothing.
  const height = foot.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(foot).bottom)
  document.documentElement.style.scrollPaddingBottom = height > 0 ? `${height}px` : ''
  const room = foot.previousElementSibling
  if (!(room instanceof HTMLElement) || room.hasChildNodes()) return
  // In the next frame: what else looks at sizes would not hear of the room in this one.
  requestAnimationFrame(() => {
    // What one sees of it stays until there is another page, so that what one reads does not move when something goes.
    const seen = window.innerHeight - room.getBoundingClientRect().top
    room.style.height = `${Math.max(height, seen)}px`
  })
}
