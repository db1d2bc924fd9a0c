import { useEffect, useRef, useState, type RefObject } from 'react'

/** The width of an element in CSS pixels, as it changes; `initial` until it is measured. */
export function useWidth<E extends Element>(initial: number): readonly [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(initial)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
