import { useCallback, useEffect, useState } from 'react'
import { presencePath, type PlaceKind } from '#contracts/staff-paths'
import type { ChangedKind } from '#contracts/changes'
import type { PeopleHere, PresenceBody } from '#contracts/presence'
import { api } from './api-client.ts'
import { newAttemptKey } from './attempt-key.ts'
import { useStaffChanges } from './use-staff-changes.ts'

/** The server forgets after 30 seconds, and after 90 what a hidden page said: that runs once a minute to save power. */
const REPORT_EVERY_MS = 15_000

const NOBODY: PeopleHere = []

const CHANGES: Readonly<Record<PlaceKind, readonly ChangedKind[]>> = {
  order: ['people-at-order'],
  product: ['people-at-product'],
  inbox: ['people-at-inbox'],
  import: ['people-at-import'],
  supplier: ['people-at-supplier'],
  'saved-reply': ['people-at-saved-reply'],
}

/**
 * Tells others that this page has a thing open, and who else has. A hidden page counts only while something is edited
 * in it. It is a courtesy: a failure says nothing, for no change overwrites another's anyway.
 */
export function usePeopleHere(kind: PlaceKind, id: string, isEditing: boolean): PeopleHere {
  const path = presencePath(kind, id)
  const doing = isEditing ? 'editing' : 'looking'
  const [page] = useState(newAttemptKey)
  const [known, setKnown] = useState({ path, people: NOBODY })

  const report = useCallback(async () => {
    if (document.hidden && doing !== 'editing') return
    const body: PresenceBody = { page, doing, isHidden: document.hidden }
    const people = await api(path, { method: 'POST', body }).catch(() => NOBODY)
    setKnown({ path, people })
  }, [path, page, doing])

  useEffect(() => {
    void report()
    const timer = setInterval(() => void report(), REPORT_EVERY_MS)
    return () => clearInterval(timer)
  }, [report])

  useEffect(() => {
    // A beacon goes out also while the page is closed.
    const leave = () => {
      const body: PresenceBody = { page, doing: 'left' }
      navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [path, page])

  useEffect(() => {
    const change = () => void report()
    document.addEventListener('visibilitychange', change)
    return () => document.removeEventListener('visibilitychange', change)
  }, [report])

  useStaffChanges(CHANGES[kind], report, { id })
  return known.path === path ? known.people : NOBODY
}
