import { useEffect, useState } from 'react'
import type { TrackBody, TrackedOrder } from '#contracts/order-life'
import { askForOrder } from '../../../features/tracking/ask-for-order.ts'
import { isOver } from '../../../features/tracking/tracked.ts'

/** Guests have no stream; asking more often would use up what an office behind one address may ask. */
const POLL_MS = 30_000

/** A guest's order, asked for again while the page is looked at and the order is under way. */
export function useGuestOrder() {
  const [found, setFound] = useState<{ readonly question: TrackBody; readonly order: TrackedOrder } | null>(null)

  useEffect(() => {
    if (found === null || isOver(found.order.status)) return
    let isWatched = true
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      void askForOrder(found.question).then((answer) => {
        if (isWatched && answer.outcome === 'found') setFound({ question: found.question, order: answer.order })
      })
    }, POLL_MS)
    return () => {
      isWatched = false
      clearInterval(timer)
    }
  }, [found])

  return [found?.order ?? null, setFound] as const
}
