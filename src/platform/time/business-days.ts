import { DAY_MS, HOUR_MS } from './durations.ts'

/** A day of the calendar, "2026-11-27"; it has no time of day and no time zone. */
export type Day = string

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

/**
 * The day and the hour (0 to 23) that a clock in the Central time of the United States shows at a time. Like the bank
 * holidays below this is law, and as short as they are: asking `Intl` costs a slow phone 150 ms for the first answer. The
 * test compares both, hour by hour, and fails when the law has changed.
 */
export function centralTime(time: Date): { readonly day: Day; readonly hour: number } {
  const shown = new Date(time.getTime() - hoursBehindUtc(time) * HOUR_MS)
  return { day: shown.toISOString().slice(0, 10), hour: shown.getUTCHours() }
}

/** A time by the same clock as a field for day and time has it: "2026-11-23T14:30". */
export function centralFieldText(time: Date): string {
  return new Date(time.getTime() - hoursBehindUtc(time) * HOUR_MS).toISOString().slice(0, 16)
}

/** The time that such a text says; of an hour that comes twice in the fall it is the first. Null for what says none. */
export function readCentralFieldText(text: string): Date | null {
  const shown = Date.parse(`${text}Z`)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || Number.isNaN(shown)) return null
  const inDaylightTime = new Date(shown + DAYLIGHT_TIME * HOUR_MS)
  return hoursBehindUtc(inDaylightTime) === DAYLIGHT_TIME ? inDaylightTime : new Date(shown + STANDARD_TIME * HOUR_MS)
}

/** The last millisecond of the day that comes so many days after that of a time, by the same clock; 0 is the day itself. */
export function endOfDay(time: Date, daysLater: number): Date {
  const shown = time.getTime() - hoursBehindUtc(time) * HOUR_MS
  const midnight = (Math.floor(shown / DAY_MS) + daysLater + 1) * DAY_MS
  // The clocks change after midnight, in standard time an hour later than in daylight time.
  const begin = new Date(midnight + DAYLIGHT_TIME * HOUR_MS)
  return new Date(midnight + hoursBehindUtc(begin) * HOUR_MS - 1)
}

/** The first millisecond of the day that comes so many days before that of a time, by the same clock. */
export function beginOfDay(time: Date, daysEarlier: number): Date {
  return new Date(endOfDay(time, -daysEarlier - 1).getTime() + 1)
}

const [DAYLIGHT_TIME, STANDARD_TIME] = [5, 6] as const

function hoursBehindUtc(time: Date): number {
  const year = time.getUTCFullYear()
  // From 2 AM standard time on the second Sunday of March to 2 AM daylight time on the first Sunday of November.
  const isDaylightTime =
    time.getTime() >= Date.UTC(year, 2, sundayOf(year, 3, 2), 8) &&
    time.getTime() < Date.UTC(year, 10, sundayOf(year, 11, 1), 7)
  return isDaylightTime ? DAYLIGHT_TIME : STANDARD_TIME
}

/** The date of a month's first, second … Sunday; January is 1. */
function sundayOf(year: number, month: number, which: number): number {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return 1 + ((7 - first) % 7) + (which - 1) * 7
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "Fri, Nov 27" */
export function formatDay(day: Day): string {
  const { weekday, month, date } = partsOf(day)
  return `${WEEKDAYS[weekday]}, ${MONTHS[month - 1]} ${date}`
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
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
}

function dayBefore(day: Day): Day {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
}
