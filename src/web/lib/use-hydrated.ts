import { useDeferredValue, useSyncExternalStore } from 'react'

/**
 * False on the server and while its page is hydrated, true from then on: personal parts appear with it. Deferred, so
 * that they appear in small steps, between which a tap is answered.
 */
export function useHydrated(): boolean {
  return useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  )
}

function never(): () => void {
  return () => undefined
}
