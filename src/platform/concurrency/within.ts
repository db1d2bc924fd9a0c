import { ShopIsBusy } from '../errors/not-now.ts'

/** What was waited for has not come, and nothing says that it ever will. */
export class Overdue extends ShopIsBusy {
  constructor(what: string, limitMs: number) {
    super(new Error(`${what} did not end within ${limitMs} ms`))
  }
}

/**
 * Waits for `work`, but no longer than `limitMs`. The work itself cannot be stopped; what it comes to later is dropped.
 * @param what it is, for the log
 * @throws Overdue; what `work` throws
 */
export function within<Result>(limitMs: number, what: string, work: Promise<Result>): Promise<Result> {
  return untilTimer(work, (_, reject) => setTimeout(() => reject(new Overdue(what, limitMs)), limitMs).unref())
}

/**
 * Waits for `work`, but no longer than `ms`; returns whether it has finished. The process does not end meanwhile.
 * @throws what `work` throws
 */
export function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return untilTimer(
    work.then(() => true),
    (resolve) => setTimeout(resolve, ms, false),
  )
}

/** @param startTimer starts the timer that settles the promise when the work does not */
async function untilTimer<Result>(
  work: Promise<Result>,
  startTimer: (resolve: (result: Result) => void, reject: (error: Error) => void) => NodeJS.Timeout,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Result>((resolve, reject) => {
    timer = startTimer(resolve, reject)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
