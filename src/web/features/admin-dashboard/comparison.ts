/** How much more or less than before, in percent; null where there was nothing before to compare with. */
export interface Change {
  readonly percent: number | null
}

/** @param before null where there was nothing before */
export function changeOf(now: number, before: number | null): Change {
  return { percent: before === null || before === 0 ? null : ((now - before) / before) * 100 }
}

/** "in 30 days, 12.4% more than before". */
export function comparisonWords(days: string, { percent }: Change): string {
  const span = days === 'all' ? 'in all' : `in ${days} days`
  if (percent === null) return span
  const size = Math.abs(percent)
  if (size < 0.05) return `${span}, as before`
  return `${span}, ${size.toFixed(size < 100 ? 1 : 0)}% ${percent > 0 ? 'more' : 'less'} than before`
}
