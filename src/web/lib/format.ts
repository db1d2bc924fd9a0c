import { formatMoney, groupDigits, parseDecimal, parseSum } from '#platform/shared-kernel/money'

/** A decimal amount of the contract, or a sum of them, as people read it: "1279.00" → "$1,279.00"; what is no amount reads as $0.00. */
export function formatPrice(amount: string): string {
  return formatMoney(centsOf(amount))
}

/** A decimal amount of the contract, or a sum of them, in integer cents; 0 for what is no amount. */
export function centsOf(amount: string): number {
  return parseDecimal(amount) ?? parseSum(amount) ?? 0
}

/** "1 product", "12 products", "0 products" (specification 1, section 2). */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(count)} ${count === 1 ? noun : plural}`
}

/**
 * A way to write ISO times in the visitor's time zone. The formatter is made when it is first asked for, because making
 * it takes a slow phone as long as rendering its whole page.
 */
export function timeFormat(options: Intl.DateTimeFormatOptions): (isoTime: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (isoTime) => (format ??= new Intl.DateTimeFormat('en-US', options)).format(new Date(isoTime))
}

/** An ISO time as a day: "November 21, 2026". */
export const formatDate = timeFormat({ dateStyle: 'long' })

/** An ISO time as day and time of day: "November 21, 2026 at 1:32 AM". */
export const formatTime = timeFormat({ dateStyle: 'long', timeStyle: 'short' })
