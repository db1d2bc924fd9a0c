const days = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** The time of the promised reply in the visitor's time zone: "Monday, November 23 at 9:30 AM". */
export function replyTime(isoTime: string): string {
  return days.format(new Date(isoTime))
}
