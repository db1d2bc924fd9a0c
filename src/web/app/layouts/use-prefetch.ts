import { useEffect } from 'react'
import { preloadPage } from '../screens.ts'

/** Fetches a page's script when a pointer, a finger or the focus reaches a link to it. */
export function usePrefetch(): void {
  useEffect(() => {
    const fetchAhead = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link === null || link.origin !== window.location.origin || link.pathname.startsWith('/api/')) return
      preloadPage(link.pathname).catch(() => undefined)
    }
    const options = { passive: true, capture: true }
    const kinds = ['pointerover', 'touchstart', 'focusin'] as const
    for (const kind of kinds) document.addEventListener(kind, fetchAhead, options)
    return () => kinds.forEach((kind) => document.removeEventListener(kind, fetchAhead, options))
  }, [])
}
