import { useEffect } from 'react'

/** Cart and wishlist follow a customer who signs in; the script for it comes only then. */
export function useFollowCustomer(userId: string | null): void {
  useEffect(() => {
    if (userId === null) return
    let stop: (() => void) | null = null
    let isOver = false
    import('./follow-customer.ts').then(
      ({ startFollowing }) => {
        if (!isOver) stop = startFollowing()
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [userId])
}
