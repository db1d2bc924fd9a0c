import { useEffect, useRef, useState } from 'react'
import { inboxEntryPath } from '#contracts/staff-paths'
import type { InboxEntry } from '#contracts/inbox'
import { SHARED_WITH_OTHERS, useRead, type ReadResult } from '../../lib/use-read.ts'
import { useStaffChanges } from '../../lib/use-staff-changes.ts'
import { describeChanges } from './describe-changes.ts'
import { newestEntry } from './newest-entry.ts'

export interface OpenedEntry extends Pick<ReadResult<InboxEntry>, 'error' | 'retry'> {
  readonly entry: InboxEntry | undefined
  /** What others did while it was open, in sentences. */
  readonly changes: readonly string[]
  /** Shows what the server answered to a change of one's own. */
  readonly apply: (entry: InboxEntry) => void
}

const KINDS = ['inbox'] as const

/** An entry of the inbox that is open, as others change it. */
export function useEntry(id: string, listed: InboxEntry | undefined): OpenedEntry {
  const { data, error, retry, update } = useRead(inboxEntryPath(id), SHARED_WITH_OTHERS)
  useStaffChanges(KINDS, retry, { id, pauseMs: 300 })
  const entry = newestEntry(data, listed)
  const [known, setKnown] = useState(entry)
  const [changes, setChanges] = useState<readonly string[]>([])
  const shownId = useRef(id)
  useEffect(() => {
    shownId.current = id
  }, [id])
  if (entry !== known) {
    setKnown(entry)
    const isOther = known?.id !== entry?.id
    const changed = isOther || known === undefined || entry === undefined ? [] : describeChanges(known, entry)
    if (isOther || changed.length > 0) setChanges(changed)
  }
  return {
    entry,
    error,
    changes,
    retry,
    apply(next) {
      update((now) => newestEntry(next, now))
      if (next.id !== shownId.current) return
      setKnown(next)
      setChanges([])
    },
  }
}
