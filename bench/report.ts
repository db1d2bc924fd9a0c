/** One line of the table: a measurement with its target, and with a yardstick of the same run where there is one. */
export interface Measurement {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The same measurement of the yardstick in the same run. */
  readonly yardstick?: number
  readonly target: string
  readonly reached: boolean
}

export function printTable(measurements: readonly Measurement[]): void {
  const rows = measurements.map(({ what, value, unit, yardstick, target, reached }) => ({
    what,
    ours: `${round(value)} ${unit}`,
    yardstick: yardstick === undefined ? '' : `${round(yardstick)} ${unit} (ratio ${(value / yardstick).toFixed(2)})`,
    target,
    reached: reached ? 'yes' : 'NO',
  }))
  console.table(rows)
}

function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value >= 10 ? 1 : 2)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value that 99 of 100 stay below. */
export function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN
}
