import { useEffect, useState } from 'react'
import { useRead } from '../../lib/use-read.ts'
import { suggestionsFor } from './suggestions.ts'

const PAUSE_MS = 150
const CACHED_MS = 5 * 60_000

export interface Suggestions {
  /** The latest answer, which may be for what was typed before. */
  readonly suggestions: readonly string[]
  /** Whether `suggestions` answers what is typed now. */
  readonly isCurrent: boolean
}

/** Suggestions for what is typed, asked for after a short pause and cached for five minutes (specification 1, section 7). */
export function useSuggestions(typed: string, isWanted: boolean): Suggestions {
  const path = isWanted ? suggestionsFor(typed) : null
  const settled = useSettled(path, PAUSE_MS)
  const { data, error, isLoading } = useRead(settled, {
    revalidateIfStale: true,
    dedupingInterval: CACHED_MS,
    keepPreviousData: true,
  })
  if (path === null || settled === null || data === undefined || error !== undefined) return NOTHING
  return { suggestions: data, isCurrent: path === settled && !isLoading }
}

const NOTHING: Suggestions = { suggestions: [], isCurrent: false }

function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
