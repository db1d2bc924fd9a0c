/** A day of the calendar, "2026-11-27"; it has no time of day and no time zone. */
export type Day = string

const MS_PER_DAY = 86_400_000

/** Whether parcels are packed and carried on a day: no weekend and no bank holiday of the United States. */
export function isBusinessDay(day: Day): boolean {
  const { weekday } = partsOf(day)
  return weekday !== SATURDAY && weekday !== SUNDAY && !isBankHoliday(day)
}

/** The business day that comes `count` business days after a day; with 0 the day itself, or the next business day. */
export function businessDaysAfter(day: Day, count: number): Day {
  let reached = day
  while (!isBusinessDay(reached)) reached = nextDay(reached)
  for (let passed = 0; passed < count; passed += 1) {
    reached = nextDay(reached)
    while (!isBusinessDay(reached)) reached = nextDay(reached)
  }
  return reached
}

/** The day and the hour (0 to 23) that a clock in a time zone shows at a time. */
export function localTime(time: Date, timeZone: string): { readonly day: Day; readonly hour: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(time)
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? ''
  return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: Number(part('hour')) }
}

// Made when it is first asked for: a formatter takes a phone longer than its whole page.
let days: Intl.DateTimeFormat | undefined

/** "Fri, Nov 27" */
export function formatDay(day: Day): string {
  days ??= new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  return days.format(new Date(day))
}

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6] as const

/** Holidays that keep their date. Those on a Sunday are kept on the Monday after; on a Saturday nobody works anyway. */
const FIXED = ['01-01', '06-19', '07-04', '11-11', '12-25']

/** Holidays that keep their weekday: the month, the weekday and which one of the month. */
const FLOATING = [
  [1, MONDAY, 3],
  [2, MONDAY, 3],
  [9, MONDAY, 1],
  [10, MONDAY, 2],
  [11, THURSDAY, 4],
] as const

function isBankHoliday(day: Day): boolean {
  const { month, date, weekday } = partsOf(day)
  if (FIXED.includes(day.slice(5))) return true
  if (weekday === MONDAY && FIXED.includes(dayBefore(day).slice(5))) return true
  const isLastMondayOfMay = month === 5 && weekday === MONDAY && date > 24
  const which = Math.ceil(date / 7)
  return isLastMondayOfMay || FLOATING.some(([m, w, n]) => m === month && w === weekday && n === which)
}

function partsOf(day: Day): { readonly month: number; readonly date: number; readonly weekday: number } {
  const time = new Date(day)
  return { month: time.getUTCMonth() + 1, date: time.getUTCDate(), weekday: time.getUTCDay() }
}

function nextDay(day: Day): Day {
  return new Date(Date.parse(day) + MS_PER_DAY).toISOString().slice(0, 10)
}

function dayBefore(day: Day): Day {
  return new Date(Date.parse(day) - MS_PER_DAY).toISOString().slice(0, 10)
}
