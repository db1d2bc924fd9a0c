import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while its page is hydrated, true from then on: personal parts appear with it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, () => true, () => false)
}
