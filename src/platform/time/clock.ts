/** Where "now" comes from, so that a test can say what time it is. */
export interface Clock {
  now(): Date
}

/** The same day and time so many years earlier. */
export function yearsBefore(time: Date, years: number): Date {
  const earlier = new Date(time)
  earlier.setUTCFullYear(time.getUTCFullYear() - years)
  return earlier
}

export const systemClock: Clock = { now: () => new Date() }
