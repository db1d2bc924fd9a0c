import { patient } from './patience.ts'

/**
 * Waits until `check` no longer throws, instead of sleeping for a fixed time.
 * @returns the result of `check`
 * @param options.withinMs how long to keep trying on a quiet machine (default 5,000 ms)
 * @throws the last error of `check` when the time is over
 */
export async function eventually<Result>(
  check: () => Result | Promise<Result>,
  options: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<Result> {
  const { withinMs = 5_000, everyMs = 20 } = options
  const deadline = performance.now() + patient(withinMs)
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
}
