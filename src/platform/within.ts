import { AppError } from './errors.ts'

/** What was waited for has not come, and nothing says that it ever will. */
export class Overdue extends AppError {
  constructor(what: string, limitMs: number) {
    super('unavailable', 'UNAVAILABLE', 'The shop is very busy right now. Please try again in a moment.', {
      cause: new Error(`${what} did not end within ${limitMs} ms`),
    })
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
