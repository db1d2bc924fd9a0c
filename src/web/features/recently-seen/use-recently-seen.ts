import { atom, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { browserStorage, RECENTLY_SEEN_KEY } from '../../lib/storage.ts'
import { parseSeen, withSeen } from './recently-seen.ts'

/**
 * Of this visit; a reload forgets it, unless the visitor allows more. What is stored holds all of it, less what was
 * cleared in another tab since.
 */
const visitAtom = atom<{ readonly ids: readonly number[]; readonly isStored: boolean }>({ ids: [], isStored: false })

/**
 * Notes that a product is looked at, in this browser alone. It is kept beyond the visit only with consent to analytics,
 * which is where the privacy policy names product views; the consent's withdrawal deletes it.
 * @param isAllowed null while the visitor's choice is not known yet
 * @returns the products looked at before this one, newest first, and how to forget them
 */
export function useRecentlySeen(productId: number, isAllowed: boolean | null) {
  const change = useSetAtom(visitAtom)
  const [before, setBefore] = useState<readonly number[]>([])

  useEffect(() => {
    if (isAllowed === null) return
    change((visit) => {
      const kept = isAllowed ? parseSeen(browserStorage.getItem(RECENTLY_SEEN_KEY)) : []
      const known = isAllowed && visit.isStored ? [] : visit.ids
      const seen = withSeen([...new Set([...known, ...kept])], productId)
      if (isAllowed) browserStorage.setItem(RECENTLY_SEEN_KEY, JSON.stringify(seen))
      setBefore(seen.filter((id) => id !== productId))
      return { ids: seen, isStored: isAllowed }
    })
  }, [productId, isAllowed, change])

  function forget(): void {
    browserStorage.removeItem(RECENTLY_SEEN_KEY)
    change({ ids: [], isStored: false })
    setBefore([])
  }

  return { before, forget }
}
