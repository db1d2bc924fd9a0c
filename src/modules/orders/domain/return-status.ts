import type { OrderReturn, ReturnStatus } from './order-return.ts'

/** The return's life: from each state, where staff may take it next. Its customer may withdraw it until it arrives. */
export const NEXT_RETURN_STATUSES: Readonly<Record<ReturnStatus, readonly ReturnStatus[]>> = {
  requested: ['approved', 'declined'],
  approved: ['received', 'declined'],
  received: ['refunded', 'declined'],
  refunded: [],
  declined: [],
  withdrawn: [],
}

/** Nothing comes back with these. */
export const OFF_STATUSES: ReadonlySet<ReturnStatus> = new Set(['declined', 'withdrawn'])
const WITHDRAWABLE: readonly ReturnStatus[] = ['requested', 'approved']

/** Whether staff still have to do something. */
export function isOpenReturn({ status }: OrderReturn): boolean {
  return NEXT_RETURN_STATUSES[status].length > 0
}

/** Whether its customer may still give up a return: nothing has arrived. */
export function isWithdrawable({ status }: OrderReturn): boolean {
  return WITHDRAWABLE.includes(status)
}
