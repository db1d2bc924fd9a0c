import { startTransition, useEffect, useState } from 'react'

let isAlive = false
const waiting = new Set<() => void>()

/** Says that the page is alive: its last part has been hydrated, or it was never the server's. */
export function markHydrated(): void {
  isAlive = true
  // Not at once: what is personal may appear in small steps, between which a tap is answered.
  startTransition(() => {
    for (const appear of waiting) appear()
  })
  waiting.clear()
}

/** False on the server and while its page is hydrated, true from then on: personal parts appear with it. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(isAlive)
  useEffect(() => {
    if (isHydrated) return
    const appear = () => setHydrated(true)
    if (isAlive) {
      startTransition(appear)
      return
    }
    waiting.add(appear)
    return () => void waiting.delete(appear)
  }, [isHydrated])
  return isHydrated
}
