import { useEffect, useState } from 'react'
import type { ApiPath } from '#contracts/api-path'
import { api } from '../../lib/api-client.ts'

/** Typing rests so long before the server is asked, in ms. */
const REST_MS = 150

/** What a search brought. */
export interface Hits<T> {
  /** Only those of the present path: Enter must never open what belongs to an earlier text. */
  readonly rows: readonly T[]
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly retry: () => void
}

interface Answer<T> {
  readonly path: ApiPath<readonly T[]>
  readonly attempt: number
  /** null when there was none. */
  readonly rows: readonly T[] | null
}

/** Asks for a path when it has rested a moment, and takes the question back when another one comes. */
export function useHits<T>(path: ApiPath<readonly T[]> | null): Hits<T> {
  const [answer, setAnswer] = useState<Answer<T> | null>(null)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (path === null) return
    const question = new AbortController()
    const keep = (rows: readonly T[] | null) => {
      if (!question.signal.aborted) setAnswer({ path, attempt, rows })
    }
    const timer = setTimeout(() => {
      api(path, { signal: question.signal }).then(keep, () => keep(null))
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      question.abort()
    }
  }, [path, attempt])

  const own = answer !== null && answer.path === path && answer.attempt === attempt ? answer : null
  return {
    rows: own?.rows ?? [],
    isLoading: path !== null && own === null,
    hasFailed: own !== null && own.rows === null,
    retry: () => setAttempt((before) => before + 1),
  }
}
