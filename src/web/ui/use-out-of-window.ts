import { useEffect, useState, type RefObject } from 'react'

/** Whether an element is out of the window, and where; null while it is within, and until that is known. */
export function useOutOfWindow(element: RefObject<HTMLElement | null>): 'above' | 'below' | null {
  const [side, setSide] = useState<'above' | 'below' | null>(null)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined)
        setSide(entry.isIntersecting ? null : entry.boundingClientRect.top < 0 ? 'above' : 'below')
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return side
}
