import { AppError } from '#platform/errors'

/** 429 with a Retry-After header. */
export class TooManyRequests extends AppError {
  constructor(retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    super('too-many', 'TOO_MANY_REQUESTS', `Too many tries. Try again in ${inWords(seconds)}.`, {
      retryAfterSeconds: seconds,
    })
  }
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
