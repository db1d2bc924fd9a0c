import { setImmediate } from 'node:timers/promises'

/** For how long work goes on before others have their turn, in ms. */
const LONGEST_MS = 5

/** When work in many small steps is to let others have their turn. */
export interface Pace {
  /** Whether it has gone on for long enough; to be asked after each step. */
  isLong(): boolean
  /** Lets others have their turn. */
  rest(): Promise<void>
}

/**
 * The pace of work whose steps differ: an order has one line or a hundred, and code that runs for the first time takes
 * several times as long. By time, no step has to be known; by a count, fifty long ones held up everybody for a tenth of a
 * second.
 */
export function createPace(): Pace {
  let since = performance.now()
  return {
    isLong: () => performance.now() - since >= LONGEST_MS,
    async rest() {
      await setImmediate()
      since = performance.now()
    },
  }
}
