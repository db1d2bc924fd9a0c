import { SHOP_TIME_ZONE } from './platform/time/delivery-estimate.ts'
import type { LetterTheme } from './platform/mail/letter.ts'

export { SHOP_TIME_ZONE }

/** The look of the shop's mails: the four process colors and the paper of its screens. */
export const MAIL_THEME: LetterTheme = {
  sender: 'Superprinter',
  colors: {
    background: '#f6f3ec',
    sheet: '#fffdf8',
    text: '#191815',
    softText: '#5d584d',
    line: '#ddd7ca',
    link: '#006c93',
  },
  bar: ['#0092bd', '#d4156c', '#ffd21f', '#191815'],
}

// Made when they are first used: they read the language data of dates and of the time zone.
let date: Intl.DateTimeFormat | undefined
let dateTime: Intl.DateTimeFormat | undefined

/** The day of a time in the shop's time zone: "March 8, 2026". */
export function formatDate(time: Date): string {
  date ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: SHOP_TIME_ZONE })
  return date.format(time)
}

/**
 * A time by the shop's clock, and which clock that is, because who reads it may go by another one: "March 7, 2026 at
 * 4:30 PM CST".
 */
export function formatDateTime(time: Date): string {
  dateTime ??= new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: SHOP_TIME_ZONE,
  })
  return dateTime.format(time)
}
