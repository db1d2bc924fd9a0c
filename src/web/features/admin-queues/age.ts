/** A time span in words, rounded to its largest unit: 90,000 ms → "2 minutes"; "none" for 0. */
export function ageInWords(ms: number): string {
  if (ms <= 0) return 'none'
  const units: readonly (readonly [name: string, ms: number])[] = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ]
  for (const [name, unit] of units) {
    if (ms < unit) continue
    const count = Math.round(ms / unit)
    return `${count} ${name}${count === 1 ? '' : 's'}`
  }
  return 'under a second'
}
