import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/time/durations'

/** A time span in words, rounded to its largest unit: 90,000 ms → "2 minutes"; "none" for 0. */
export function ageInWords(ms: number): string {
  if (ms <= 0) return 'none'
  const units: readonly (readonly [name: string, ms: number])[] = [
    ['day', DAY_MS],
    ['hour', HOUR_MS],
    ['minute', MINUTE_MS],
    ['second', SECOND_MS],
  ]
  for (const [name, unit] of units) {
    if (ms < unit) continue
    const count = Math.round(ms / unit)
    return `${count} ${name}${count === 1 ? '' : 's'}`
  }
  return 'under a second'
}
