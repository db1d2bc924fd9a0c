import { useEffect } from 'react'
import { loadWithRetry } from '../../lib/load-with-retry.ts'

/** Keeps cart and wishlist in sync with the customer's account; the script for it is loaded after the sign-in. */
export function useAccountSync(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return
    let stop: (() => void) | null = null
    let isOver = false
    loadWithRetry(() => import('./account-sync.ts')).then(
      ({ startAccountSync }) => {
        if (!isOver) stop = startAccountSync()
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [userId])
}
