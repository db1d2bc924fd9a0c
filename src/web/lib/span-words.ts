import { DAY_MS, HOUR_MS } from '#platform/time/durations'

/** A span of time in its largest unit: "3 days", "5 hours", "1 minute"; less than a minute is one. */
export function spanWords(ms: number): string {
  const [count, unit] =
    ms >= 2 * DAY_MS
      ? [Math.floor(ms / DAY_MS), 'day']
      : ms >= HOUR_MS
        ? [Math.floor(ms / HOUR_MS), 'hour']
        : [Math.max(1, Math.floor(ms / 60_000)), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
