/** Nobody waits longer than this for those before: the database keeps order by itself, only more slowly. */
const LONGEST_WAIT_MS = 5000

export type TakeTurn = <Result>(keys: readonly string[], work: () => Promise<Result>) => Promise<Result>

/**
 * Lets pieces of work that name a common key run one after another, in the order they came, and all others at once.
 * It saves the writers of one process from running into each other in the database, where every collision costs a
 * whole transaction; it is no lock to rely on.
 */
export function createTurns(longestWaitMs: number = LONGEST_WAIT_MS): TakeTurn {
  const last = new Map<string, Promise<void>>()

  return async function takeTurn(keys, work) {
    // All keys are taken in one step, so that nobody ever waits for somebody who came later.
    const before = keys.flatMap((key) => last.get(key) ?? [])
    let finish = (): void => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    for (const key of keys) last.set(key, finished)
    let timer: NodeJS.Timeout | undefined
    try {
      if (before.length > 0) {
        const patience = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, longestWaitMs)
        })
        await Promise.race([Promise.all(before), patience])
      }
      return await work()
    } finally {
      clearTimeout(timer)
      finish()
      for (const key of keys) if (last.get(key) === finished) last.delete(key)
    }
  }
}
