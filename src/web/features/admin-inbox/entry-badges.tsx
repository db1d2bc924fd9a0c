import type { InboxEntry } from '#contracts/inbox'
import { Badge } from '../../ui/badge.tsx'
import { dueOf, STATE_OPTIONS } from './due.ts'
import { unsentOf } from './unsent.ts'
import { useNow } from '../../lib/use-now.ts'

/** Where an entry stands, and when an answer is due. */
export function EntryBadges({ entry }: { readonly entry: InboxEntry }) {
  const due = dueOf(entry, useNow(60_000))
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge tone={entry.state === 'open' ? 'mark' : entry.state === 'answered' ? 'good' : 'plain'}>
        {STATE_OPTIONS.find(({ value }) => value === entry.state)?.label}
      </Badge>
      {entry.failure !== undefined && <Badge tone="sell">Failed</Badge>}
      {unsentOf(entry).length > 0 && <Badge tone="sell">Reply not sent</Badge>}
      {due !== null && <Badge tone={due.isOverdue ? 'sell' : 'plain'}>{due.words}</Badge>}
    </span>
  )
}
