export interface Places {
  /** Runs work when it has a place. @throws the refusal, before `work` runs, when the line is full */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Whether no work has a place. */
  readonly areFree: boolean
}

/**
 * A number of places for work (a semaphore). What comes when all are taken waits in line, first come, first served.
 * @param line how many may wait, and the error for those that come when so many do; without it any number waits
 */
export function createPlaces(places: number, line?: { readonly max: number; readonly refusal: () => Error }): Places {
  const waiting: (() => void)[] = []
  let taken = 0

  return {
    async run(work) {
      if (taken < places) taken++
      else if (line !== undefined && waiting.length >= line.max) throw line.refusal()
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        // The next one takes over the place, so that no newer one gets it.
        if (next === undefined) taken--
        else next()
      }
    },
    get areFree() {
      return taken === 0
    },
  }
}
