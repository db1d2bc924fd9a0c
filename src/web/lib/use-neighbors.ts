import { useState } from 'react'

export interface Neighbors {
  readonly previous: string | undefined
  readonly next: string | undefined
}

/**
 * What stands before and after the opened one in its list. When it has left the list, because it was dealt with, what
 * took its place comes next.
 * @param ids the list as it is shown; undefined while it is not known
 */
export function useNeighbors(ids: readonly string[] | undefined, opened: string | null): Neighbors {
  const [known, setKnown] = useState<{ readonly id: string; readonly at: number } | null>(null)
  const at = opened === null ? -1 : (ids?.indexOf(opened) ?? -1)
  if (opened !== null && at !== -1 && (known?.id !== opened || known.at !== at)) setKnown({ id: opened, at })
  return neighborsOf(ids ?? [], at, known !== null && known.id === opened ? known.at : null)
}

/** @param lastAt where the opened one stood in the list as long as it was there; null when it never was */
export function neighborsOf(ids: readonly string[], at: number, lastAt: number | null): Neighbors {
  if (at !== -1) return { previous: ids[at - 1], next: ids[at + 1] }
  if (lastAt === null) return { previous: undefined, next: undefined }
  return { previous: ids[lastAt - 1], next: ids[lastAt] }
}
