import { formatMoney, groupDigits, parseDecimal } from '#platform/money'

/** A decimal amount of the contract as people read it: "1279.00" → "$1,279.00"; what is no amount reads as $0.00. */
export function formatPrice(amount: string): string {
  return formatMoney(centsOf(amount))
}

/** A decimal amount of the contract in integer cents; 0 for what is no amount. */
export function centsOf(amount: string): number {
  return parseDecimal(amount) ?? 0
}

/** "1 product", "12 products", "0 products" (specification 1, section 2). */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(count)} ${count === 1 ? noun : plural}`
}

// Made when they are first asked for: most pages show no date, and a formatter takes a phone longer than its whole page.
let dates: Intl.DateTimeFormat | undefined
let times: Intl.DateTimeFormat | undefined

/** An ISO time as a day: "November 21, 2026". */
export function formatDate(isoTime: string): string {
  dates ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
  return dates.format(new Date(isoTime))
}

/** An ISO time as day and time of day: "November 21, 2026 at 1:32 AM". */
export function formatTime(isoTime: string): string {
  times ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })
  return times.format(new Date(isoTime))
}
