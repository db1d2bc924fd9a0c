import type { StaffOrder } from '#contracts/staff-orders'
import { formatPrice } from '../../lib/format.ts'
import { statusLabel } from '../../lib/order-state.ts'
import { actorLabel } from './order-moves.ts'

/** One thing that happened to an order. */
export interface TimelineEntry {
  readonly key: string
  readonly kind: 'step' | 'change' | 'refund' | 'note'
  readonly title: string
  readonly who: string
  readonly at: string
  readonly text: string | null
}

/** An order's steps, changes, refunds and notes in one line of time, the latest first. */
export function timelineOf({
  items,
  history,
  refunds,
  notes,
}: Pick<StaffOrder, 'items' | 'history' | 'refunds' | 'notes'>): readonly TimelineEntry[] {
  const steps = history.map(({ from, to, actor, person, at, reason }, index): TimelineEntry => {
    const isStep = from !== to
    return {
      key: `history ${index}`,
      kind: isStep ? 'step' : 'change',
      title: isStep ? statusLabel(to) : 'Changed',
      who: person === null ? actorLabel(actor) : `${actorLabel(actor)} (${person})`,
      at,
      text: reason,
    }
  })
  const written = notes.map(({ text, by, at }, index): TimelineEntry => {
    return { key: `note ${index}`, kind: 'note', title: 'Note', who: by ?? 'staff', at, text }
  })
  const given = refunds.map((refund, index): TimelineEntry => {
    const { amount, reason, by, at } = refund
    return {
      key: `refund ${index}`,
      kind: 'refund',
      title: `Refunded ${formatPrice(amount)}${partsOf(items, refund)}`,
      who: by ?? 'staff',
      at,
      text: reason,
    }
  })
  return [...steps, ...given, ...written].toSorted((one, other) => other.at.localeCompare(one.at))
}

/** " for Printer A, shipping": what a refund was for; nothing when it was for the whole order. */
function partsOf(items: StaffOrder['items'], refund: StaffOrder['refunds'][number]): string {
  const named = refund.items.flatMap(({ id }) => items.find((item) => item.id === id)?.name ?? [])
  const parts = Number(refund.shipping) > 0 ? [...named, 'shipping'] : named
  return parts.length === 0 ? '' : ` for ${parts.join(', ')}`
}
