import autocannon from 'autocannon'

export interface LoadResult {
  readonly perSecond: number
  readonly p99Ms: number
  /** Answers that were no 2xx, and requests that failed. */
  readonly failures: number
}

/** Keeps `connections` busy for `seconds` with these paths in turn. */
export async function load(
  url: string,
  paths: readonly string[],
  options: { readonly connections?: number; readonly seconds?: number } = {},
): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections: options.connections ?? 32,
    duration: options.seconds ?? 4,
    requests: paths.map((path) => ({ method: 'GET' as const, path })),
  })
  return { perSecond: result.requests.average, p99Ms: result.latency.p99, failures: result.non2xx + result.errors }
}
