import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { suggestionsFor } from './suggestions.ts'

const PAUSE_MS = 150
const CACHED_MS = 5 * 60_000

/** Suggestions for what is typed, asked for after a short pause and cached for five minutes (specification 1, section 7). */
export function useSuggestions(typed: string, isWanted: boolean): readonly string[] {
  const path = isWanted ? suggestionsFor(typed) : null
  const settled = useSettled(path, PAUSE_MS)
  const { data } = useSWR<readonly string[] | null>(settled, {
    revalidateIfStale: true,
    dedupingInterval: CACHED_MS,
    keepPreviousData: true,
  })
  return path === null || settled === null || !Array.isArray(data) ? NONE : (data as readonly string[])
}

const NONE: readonly string[] = []

function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
