import type { InboxEntry } from '#contracts/messages'

export interface Due {
  readonly isOverdue: boolean
  /** "3 hours left", "2 days overdue". */
  readonly words: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long the shop has left to answer, or by how much it is late; null when nothing is owed any more. */
export function dueOf(entry: Pick<InboxEntry, 'state' | 'dueAt'>, now: number): Due | null {
  if (entry.state !== 'open') return null
  const left = Date.parse(entry.dueAt) - now
  const isOverdue = left < 0
  return { isOverdue, words: `${span(Math.abs(left))} ${isOverdue ? 'overdue' : 'left'}` }
}

function span(ms: number): string {
  const [count, unit] =
    ms >= 2 * DAY_MS
      ? [Math.floor(ms / DAY_MS), 'day']
      : ms >= HOUR_MS
        ? [Math.floor(ms / HOUR_MS), 'hour']
        : [Math.max(1, Math.floor(ms / 60_000)), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
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
