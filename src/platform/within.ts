import { ShopIsBusy } from './not-now.ts'

/** What was waited for has not come, and nothing says that it ever will. */
export class Overdue extends ShopIsBusy {
  constructor(what: string, limitMs: number) {
    super(new Error(`${what} did not end within ${limitMs} ms`))
  }
}

/**
 * Waits for `work`, but no longer than `limitMs`. The work itself cannot be stopped; what it comes to later is dropped.
 * @param what it is, for the log
 * @throws Overdue
 */
export async function within<Result>(limitMs: number, what: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Overdue(what, limitMs)), limitMs)
    timer.unref()
  })
  try {
    return await Promise.race([work, overdue])
  } finally {
    clearTimeout(timer)
  }
}
