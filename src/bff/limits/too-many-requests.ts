import { AppError } from '#platform/errors/errors'

/** 429 with a Retry-After header. */
export class TooManyRequests extends AppError {
  /** @param otherWay what helps at once, as the beginning of a sentence: "Use the link in our email" */
  constructor(retryAfterMs: number, otherWay: string | null = null) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
    const waiting = `${otherWay === null ? 'Try' : `${otherWay}, or try`} again in ${inWords(seconds)}.`
    super('too-many', 'TOO_MANY_REQUESTS', `Too many tries. ${waiting}`, { retryAfterSeconds: seconds })
  }
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
