import type { StaffOrder } from '#contracts/staff-orders'
import { formatCount } from '../../lib/format.ts'
import type { MoveResult } from './move-orders.ts'
import type { OrderStatus } from './order-moves.ts'
import { readTrackingNumbers, type PastedNumbers } from './tracking-numbers.ts'

export type MoveResults = ReadonlyMap<number, MoveResult>

export interface MovePlan<Order> {
  /** The orders that the step moves when it is taken now. */
  readonly able: readonly Order[]
  readonly pasted: PastedNumbers
}

/**
 * What a step would do to several orders: which it moves, and which of the pasted tracking numbers each gets.
 * @param results of earlier tries; an order that was moved is not moved again
 */
export function planMove<Order extends Pick<StaffOrder, 'id' | 'nextStatuses'>>(
  orders: readonly Order[],
  step: OrderStatus | null,
  trackingNumbers: string,
  results: MoveResults,
): MovePlan<Order> {
  const fit = orders.filter(({ nextStatuses }) => step !== null && nextStatuses.includes(step))
  // Also for those that were moved: a line belongs to the same order in every try.
  const pasted = readTrackingNumbers(
    step === 'shipped' ? trackingNumbers : '',
    fit.map(({ id }) => id),
  )
  return { able: fit.filter(({ id }) => results.get(id)?.isMoved !== true), pasted }
}

/** What is left of the pasted tracking numbers: a line for each order that was not moved, which names it. */
export function numbersLeft({ able, pasted }: MovePlan<Pick<StaffOrder, 'id'>>): string {
  return able
    .flatMap(({ id }) => {
      const number = pasted.byOrder.get(id)
      return number === undefined ? [] : [`${id} ${number}`]
    })
    .join('\n')
}

/** The notice that all orders were moved. What became of each stands beside it, so why some were not is said there alone. */
export function movedNotice(
  results: readonly Pick<MoveResult, 'isMoved'>[],
): { readonly title: string; readonly description: string } | null {
  if (!results.every(({ isMoved }) => isMoved)) return null
  return { title: 'Orders updated', description: `${formatCount(results.length, 'order')} moved.` }
}
