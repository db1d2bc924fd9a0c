import { businessDaysAfter, centralTime, isBusinessDay, type Day } from './business-days.ts'

/** Orders are packed in Stafford, Texas; cut-off and days are those of its clock (`centralTime`). */
export const SHOP_TIME_ZONE = 'America/Chicago'
const CUT_OFF_HOUR = 14
/** Business days (specification 1, section 9; specification 2, section 9). The first day of processing counts as one. */
const PROCESSING = { fewest: 1, most: 2 } as const
const SHIPPING = { standard: { fewest: 3, most: 7 }, express: { fewest: 1, most: 2 } } as const

/** When what is ordered now arrives. */
export interface DeliveryEstimate {
  /** The day on which the order has to be there by 2 PM. */
  readonly orderBy: Day
  readonly isToday: boolean
  readonly earliest: Day
  readonly latest: Day
}

/**
 * The days between which an order arrives: an order that is there by 2 PM on a business day has that day as its
 * first day of processing, a later one the next business day; then the business days of shipping follow.
 * @param now any time; what counts is what the shop's own clock shows
 */
export function estimateDelivery(now: Date, method: keyof typeof SHIPPING = 'standard'): DeliveryEstimate {
  const { day, hour } = centralTime(now)
  const isToday = isBusinessDay(day) && hour < CUT_OFF_HOUR
  const orderBy = isToday ? day : businessDaysAfter(day, isBusinessDay(day) ? 1 : 0)
  return {
    orderBy,
    isToday,
    earliest: businessDaysAfter(orderBy, PROCESSING.fewest - 1 + SHIPPING[method].fewest),
    latest: businessDaysAfter(orderBy, PROCESSING.most - 1 + SHIPPING[method].most),
  }
}
