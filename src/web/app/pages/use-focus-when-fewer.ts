import { useEffect, useRef } from 'react'

/** Whoever removed something from a list by keyboard stands nowhere afterwards: the focus goes to the page's heading. */
export function useFocusWhenFewer(count: number): void {
  const known = useRef(count)
  useEffect(() => {
    const isFewer = count < known.current
    known.current = count
    if (isFewer && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
  }, [count])
}
