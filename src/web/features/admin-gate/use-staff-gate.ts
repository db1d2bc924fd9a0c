import { useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'
import { onStaffCallRefused } from '../../lib/staff-calls.ts'
import { storedAtom, useStored } from '../../lib/storage.ts'
import { toast } from '../../ui/toast.tsx'
import { readUnlockTime, timeLeftMs } from './staff-lock.ts'
import { closeSession } from './unlock.ts'

/** When this browser was unlocked, in ms; the server's session is what counts. */
const unlockTime = storedAtom<number | null>('mr-printer-admin-unlocked', null, readUnlockTime)

export interface StaffGate {
  readonly isUnlocked: boolean
  /** Why the gate is shut again, when it was open. */
  readonly notice: string | null
  /** Notes that the server took the password. */
  open(): void
  logOut(): Promise<void>
}

/** Whether the admin area is open in this browser (specification 2, section 4): for 24 hours, until log out, or until the server says otherwise. */
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
    const stopListening = onStaffCallRefused(() => shut('Your session has ended. Enter the password again to go on.'))
    const timer = setTimeout(() => shut('24 hours are over. Enter the password again to go on.'), leftMs)
    return () => {
      stopListening()
      clearTimeout(timer)
    }
    // The time left shrinks with every rendering; the timer was set from it once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [unlockedAt, setUnlockedAt])

  // What staff have read does not stay in the memory of a locked browser.
  const isUnlocked = isReady && leftMs > 0
  useEffect(() => {
    if (!isUnlocked) void mutate((key) => typeof key === 'string' && key.startsWith('/api/admin/'), undefined, { revalidate: false })
  }, [isUnlocked, mutate])

  return {
    isUnlocked,
    notice,
    open() {
      setNotice(null)
      setUnlockedAt(Date.now())
    },
    async logOut() {
      await closeSession()
      setNotice(null)
      setUnlockedAt(null)
      toast({ title: 'Logged Out' })
    },
  }
}
