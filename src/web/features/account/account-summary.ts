import { parseDecimal, toDecimal } from '#platform/shared-kernel/money'

/** The year that stands where an account has no date (specification 2, section 2). */
const DEFAULT_MEMBER_SINCE = 2025
/** The phone number that stands where a customer has none (specification 2, section 2). */
export const DEFAULT_PHONE = '555-0123'

/** The sum of the orders' totals as a decimal amount with two places (specification 2, section 2). */
export function totalSpent(orders: readonly { readonly totalAmount: string }[]): string {
  return toDecimal(orders.reduce((sum, { totalAmount }) => sum + (parseDecimal(totalAmount) ?? 0), 0))
}

/** The year in which the account was made. */
export function memberSince(createdAt: string | null | undefined): number {
  const year = new Date(createdAt ?? '').getFullYear()
  return Number.isNaN(year) ? DEFAULT_MEMBER_SINCE : year
}
