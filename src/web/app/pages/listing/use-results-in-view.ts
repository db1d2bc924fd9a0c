import { useEffect, useRef, type RefObject } from 'react'
import type { ProductPage } from '../../../features/catalog/use-products.ts'

/**
 * What a filter far down the panel leaves may be so little that all of it stands above the window. It is brought into
 * view when it is rendered, an error like products; the focus stays on the filter.
 * @param results what the panel, an `aside`, stands beside
 */
export function useResultsInView(
  results: RefObject<HTMLElement | null>,
  { data, error, isPrevious }: ProductPage,
): void {
  const isFirst = useRef(true)
  const rendered: unknown = error ?? data
  useEffect(() => {
    if (isPrevious || rendered === undefined) return
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const element = results.current
    if (element === null || document.activeElement?.matches('aside *') !== true) return
    if (element.getBoundingClientRect().bottom < window.innerHeight / 2) element.scrollIntoView({ block: 'start' })
  }, [results, rendered, isPrevious])
}
