import type { InboxEntry } from '#contracts/inbox'
import { spanWords } from '../../lib/span-words.ts'

export interface Due {
  readonly isOverdue: boolean
  /** "3 hours left", "2 days overdue". */
  readonly words: string
}

/** How long the shop has left to answer, or by how much it is late; null when nothing is owed any more. */
export function dueOf(entry: Pick<InboxEntry, 'state' | 'dueAt'>, now: number): Due | null {
  if (entry.state !== 'open') return null
  const left = Date.parse(entry.dueAt) - now
  const isOverdue = left < 0
  return { isOverdue, words: `${spanWords(Math.abs(left))} ${isOverdue ? 'overdue' : 'left'}` }
}

export const KIND_OPTIONS = [
  { value: 'support', label: 'Support ticket' },
  { value: 'contact', label: 'Contact message' },
  { value: 'warranty', label: 'Warranty claim' },
  { value: 'service', label: 'Service request' },
  { value: 'privacy', label: 'Privacy request' },
  { value: 'erasure', label: 'Erasure to decide' },
] as const satisfies readonly { readonly value: InboxEntry['kind']; readonly label: string }[]

export const STATE_OPTIONS = [
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
  { value: 'closed', label: 'Closed' },
] as const satisfies readonly { readonly value: InboxEntry['state']; readonly label: string }[]

export function kindLabel(kind: InboxEntry['kind']): string {
  return KIND_OPTIONS.find(({ value }) => value === kind)?.label ?? kind
}

/** The next entry of a list that waits for an answer: after the opened one, or else from the beginning. */
export function nextOpenOf(
  entries: readonly Pick<InboxEntry, 'id' | 'state'>[],
  opened: string | null,
): string | undefined {
  const at = entries.findIndex(({ id }) => id === opened)
  return [...entries.slice(at + 1), ...entries.slice(0, Math.max(0, at))].find(({ state }) => state === 'open')?.id
}
