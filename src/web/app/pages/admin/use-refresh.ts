import { useCallback } from 'react'
import { useSWRConfig } from 'swr'

/** Reads everything again whose path begins so: what staff changed, wherever it is in view or remembered. */
export function useRefresh(): (...paths: readonly string[]) => Promise<void> {
  const { mutate } = useSWRConfig()
  return useCallback(
    async (...paths) => {
      await mutate((key) => typeof key === 'string' && paths.some((path) => key.startsWith(path))).catch(
        () => undefined,
      )
    },
    [mutate],
  )
}
