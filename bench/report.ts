/** What stands beside a figure: the same measured of something plain, in the same interleaved run. */
export interface Yardstick {
  readonly what: string
  readonly value: number
}

/** One line of the table. */
export interface Measurement {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly yardstick?: Yardstick
  readonly target: string
  /** Null for figures that are reported without a target. */
  readonly reached: boolean | null
  /** What a reader must know of this run, such as answers that failed. */
  readonly note?: string
}

const WIDTHS = [66, 12, 22, 7, 34]

export function printHeader(): void {
  printCells(['figure', 'ours', 'yardstick', 'ratio', 'target', 'reached'])
}

export function printRow({ what, value, unit, yardstick, target, reached, note }: Measurement): void {
  printCells([
    what + (note === undefined ? '' : ` (${note})`),
    `${format(value)} ${unit}`.trim(),
    yardstick === undefined ? '' : `${yardstick.what} ${format(yardstick.value)}`,
    yardstick === undefined ? '' : format(value / yardstick.value),
    target,
    reached === null ? '' : reached ? 'yes' : 'NO',
  ])
}

function printCells(cells: readonly string[]): void {
  console.log(cells.map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0)).join('  '))
}

/** A figure with as many digits as mean something. */
export function format(value: number): string {
  if (!Number.isFinite(value)) return 'not measured'
  if (value === 0) return '0'
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : 4)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value that 99 of 100 stay below. */
export function p99(values: readonly number[]): number {
  return quantile(values, 0.99)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
