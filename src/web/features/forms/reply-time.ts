import { timeFormat } from '../../lib/format.ts'

/** The time of the promised reply in the visitor's time zone: "Monday, November 23 at 9:30 AM". */
export const replyTime = timeFormat({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
