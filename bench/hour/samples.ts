/** What the processes of a shop hold at one moment. */
export interface Sample {
  readonly mb: number
  readonly files: number
  readonly sockets: number
}

/** The least of each: what is left between two collections of garbage, and between two visitors. */
export function least(samples: readonly Sample[]): Sample {
  const leastOf = (read: (sample: Sample) => number) => Math.min(...samples.map(read))
  return {
    mb: leastOf(({ mb }) => mb),
    files: leastOf(({ files }) => files),
    sockets: leastOf(({ sockets }) => sockets),
  }
}

/** The memory of the second and of the last third of the time: of each, what one sample in ten stays below. */
export function growth(samples: readonly Sample[]): readonly [before: number, last: number] {
  const third = Math.floor(samples.length / 3)
  const lowOf = (from: number) => {
    const sorted = samples
      .slice(from, from + third)
      .map(({ mb }) => mb)
      .toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 10)] ?? Number.NaN
  }
  return [lowOf(samples.length - 2 * third), lowOf(samples.length - third)]
}
