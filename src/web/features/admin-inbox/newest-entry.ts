import type { InboxEntry } from '#contracts/inbox'

/** The newer of two readings of an entry, by its version: an earlier request may be answered later. */
export function newestEntry(read: InboxEntry, other: InboxEntry | undefined): InboxEntry
export function newestEntry(read: InboxEntry | undefined, other: InboxEntry | undefined): InboxEntry | undefined
export function newestEntry(read: InboxEntry | undefined, other: InboxEntry | undefined): InboxEntry | undefined {
  if (read === undefined || other === undefined) return read ?? other
  return other.version > read.version ? other : read
}
