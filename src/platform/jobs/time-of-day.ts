import { DAY_MS, MINUTE_MS } from '../time/durations.ts'

/** A time of day at a place. */
export interface TimeOfDay {
  /** "03:30", of 24 hours */
  readonly time: string
  /** IANA name: "America/Chicago" */
  readonly timeZone: string
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/

/**
 * The first time after `after` at which a clock of the place shows the time of day. On the day on which that clock leaves
 * the hour out, it is an hour later; on the day on which it shows the hour twice, the first.
 * @throws RangeError when there is no such time of day or no such time zone
 */
export function nextTimeOfDay({ time, timeZone }: TimeOfDay, after: Date): Date {
  const match = TIME.exec(time)
  if (match === null) throw new RangeError(`"${time}" is not a time of day: write it as HH:MM, 00:00 to 23:59.`)
  const sinceMidnightMs = (Number(match[1]) * 60 + Number(match[2])) * MINUTE_MS
  const shown = shownBy(timeZone)
  const today = Math.floor(shown(after.getTime()) / DAY_MS) * DAY_MS
  for (let midnight = today; ; midnight += DAY_MS) {
    const at = timeShownAs(midnight + sinceMidnightMs, shown)
    if (at > after.getTime()) return new Date(at)
  }
}

/** What the clock of a time zone shows at a time, read as if it were UTC. */
type Shown = (time: number) => number

function shownBy(timeZone: string): Shown {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  }
}

/** The time at which the clock shows `local`: with the offset of the day before, or with that of the day after. */
function timeShownAs(local: number, shown: Shown): number {
  const [before, after] = [local - DAY_MS, local + DAY_MS].map((time) => local - (shown(time) - time))
  return [before, after].find((time) => time !== undefined && shown(time) === local) ?? before ?? local
}
