import type { StaffOrder } from '#contracts/staff-orders'
import { centralTime, endOfDay, isBusinessDay } from '#platform/time/business-days'
import { DAY_MS } from '#platform/time/durations'
import { spanWords } from '../../lib/span-words.ts'

/** How long an order has waited for its next step. */
export interface Waiting {
  /** "21 hours", "3 days". */
  readonly words: string
  /** What it should have taken, when it has taken longer: "Processing takes 1-2 business days"; null when all is well. */
  readonly lateBecause: string | null
}

interface Promised {
  readonly businessDays: number
  readonly words: string
}

/** What the shop tells its customers (specification 2, section 9), by where an order stands. */
const ORDERS: Readonly<Partial<Record<StaffOrder['status'], Promised>>> = {
  pending: { businessDays: 1, words: 'An order is looked at within one business day' },
  processing: { businessDays: 2, words: 'Processing takes 1-2 business days' },
  shipped: { businessDays: 7, words: 'Standard shipping takes 3-7 business days' },
}
/** Shipped by express. */
const EXPRESS: Promised = { businessDays: 2, words: 'Express shipping takes 1-2 business days' }
const RETURNS: Readonly<Partial<Record<StaffOrder['returns'][number]['status'], Promised>>> = {
  requested: { businessDays: 1, words: 'A return is answered within one business day' },
  received: { businessDays: 2, words: 'A returned parcel is looked at within two business days' },
}

/**
 * How long ago an order took its last step, or its oldest return that staff have to do something about; null when
 * nothing is left to do.
 */
export function waitingOf(order: StaffOrder, now: number): Waiting | null {
  const { history, createdAt, returns } = order
  const open = returns.find((each) => RETURNS[each.status] !== undefined)
  const promised = open === undefined ? promisedOf(order) : RETURNS[open.status]
  if (promised === undefined) return null
  const lastStep = history.findLast(({ from, to }) => from !== to)?.at ?? createdAt
  const since = Date.parse(open?.steps.at(-1)?.at ?? lastStep)
  const isLate = businessMsBetween(since, now) > promised.businessDays * DAY_MS
  return { words: spanWords(now - since), lateBecause: isLate ? promised.words : null }
}

function promisedOf({ status, shippingMethod }: StaffOrder): Promised | undefined {
  return status === 'shipped' && shippingMethod === 'express' ? EXPRESS : ORDERS[status]
}

/** The time between two moments without weekends and bank holidays, by the shop's clock. */
export function businessMsBetween(from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to;) {
    const day = new Date(at)
    const end = Math.min(to, endOfDay(day, 0).getTime() + 1)
    if (isBusinessDay(centralTime(day).day)) sum += end - at
    at = end
  }
  return sum
}
