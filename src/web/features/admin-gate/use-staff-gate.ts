import { useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { endStaffDrafts } from '../../lib/end-of-drafts.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { STAFF_UNLOCKED_KEY, staffRefusals } from '../../lib/refused-calls.ts'
import { storedAtom, useStored } from '../../lib/storage.ts'
import { useAction } from '../../lib/use-action.ts'
import { pauseStaffChanges } from '../../lib/use-staff-changes.ts'
import { toast } from '../../ui/toast.tsx'
import { readUnlockTime, timeLeftMs } from './staff-lock.ts'
import { closeAllSessions, closeSession } from './unlock.ts'

/** When this browser was unlocked, in ms; the server's session is what counts. */
const unlockTime = storedAtom<number | null>(STAFF_UNLOCKED_KEY, null, readUnlockTime)

export interface StaffGate {
  readonly isUnlocked: boolean
  /**
   * It was open on this screen and shut by itself: what lies behind it stays as it is, out of sight, until it is open
   * again.
   */
  readonly isKept: boolean
  /** Why the gate is shut again, when it was open. */
  readonly notice: string | null
  /** Notes that the server took the password. */
  open(): void
  logOut(): Promise<void>
  /** Logs out here and everywhere else where the back office is open; nothing while it is doing so. */
  logOutEverywhere(): void
  /** Logging out everywhere is under way. */
  readonly isLoggingOutEverywhere: boolean
}

function isStaffKey(key: unknown): boolean {
  return typeof key === 'string' && key.startsWith('/api/admin/')
}

/**
 * Whether the admin area is open in this browser (specification 2, section 4): for 24 hours, until log out, or until
 * the server says otherwise.
 */
export function useStaffGate(): StaffGate {
  const [unlockedAt, setUnlockedAt, isReady] = useStored(unlockTime)
  const [notice, setNotice] = useState<string | null>(null)
  const { mutate } = useSWRConfig()
  const leftMs = timeLeftMs(unlockedAt, Date.now())

  useEffect(() => {
    if (leftMs === 0) return
    const shut = (why: string) => {
      setUnlockedAt(null)
      setNotice(why)
    }
    const stopListening = staffRefusals.subscribe(() =>
      shut('Your session has ended. Enter the password again to go on.'),
    )
    const timer = setTimeout(() => shut('24 hours are over. Enter the password again to go on.'), leftMs)
    return () => {
      stopListening()
      clearTimeout(timer)
    }
    // The time left shrinks with every rendering; the timer was set from it once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unlockedAt, setUnlockedAt])

  const isUnlocked = isReady && leftMs > 0
  const [isKept, setKept] = useState(false)
  if (isUnlocked && !isKept) setKept(true)

  // What staff have read does not stay in the memory of a locked browser, unless somebody may have been typing beside it.
  const isForgotten = !isUnlocked && !isKept
  useEffect(() => {
    if (isForgotten) void mutate(isStaffKey, undefined, { revalidate: false })
    else if (isUnlocked) void mutate(isStaffKey)
  }, [isForgotten, isUnlocked, mutate])

  // A person who leaves from under the cover does not come back to what was typed. It is not the other effect's
  // cleanup, which runs when the gate opens, too, and would take the screens away from under what was kept.
  const wasUnlocked = useRef(isUnlocked)
  useEffect(() => {
    wasUnlocked.current = isUnlocked
  }, [isUnlocked])
  useEffect(
    () => () => {
      if (!wasUnlocked.current) void mutate(isStaffKey, undefined, { revalidate: false })
    },
    [mutate],
  )

  const isCovered = isKept && !isUnlocked
  useEffect(() => (isCovered ? pauseStaffChanges() : undefined), [isCovered])

  /** On purpose: the next person in this tab must not read what was typed. */
  function lock(): void {
    endStaffDrafts()
    setNotice(null)
    setKept(false)
    setUnlockedAt(null)
  }

  const everywhere = useAction(
    async () => {
      await closeAllSessions()
      lock()
      toast({ title: 'Logged Out', description: 'The sessions everywhere else have ended, too.' })
    },
    (error) => {
      const description = errorMessage(error, 'The shop could not end the sessions.')
      toast({ title: 'Nobody was signed out', description, variant: 'destructive' })
      return description
    },
  )

  return {
    isUnlocked,
    isKept: isCovered,
    notice,
    open() {
      setNotice(null)
      setUnlockedAt(Date.now())
    },
    async logOut() {
      // At once: whoever leaves does not wait for the answer.
      lock()
      toast({ title: 'Logged Out' })
      await closeSession()
    },
    logOutEverywhere: () => everywhere.run(),
    isLoggingOutEverywhere: everywhere.isBusy,
  }
}
