/** A caller that waits for its keys. */
interface Waiter {
  readonly keys: readonly string[]
  /** How many callers had the lock before this one came. */
  readonly arrived: number
  readonly enter: () => void
}

/** After this many others went first, a waiter keeps its keys free for itself and is overtaken no more. */
const MAX_OVERTAKERS = 64

/**
 * Runs `work` while it holds all `keys`, and releases them when it ends, however it ends.
 * @param work gets `release`, to free the keys before the end
 */
export type WithLock = <Result>(
  keys: readonly string[],
  work: (release: () => void) => Promise<Result>,
) => Promise<Result>

/**
 * A mutex per key, inside this process: work with a key in common runs one after another, everything else at the same
 * time. A caller gets all of its keys at once or none, so there are no deadlocks.
 *
 * It buys fewer write conflicts: those who change one order wait here, instead of aborting each other's transactions and
 * trying again. Between processes the database decides; nothing is wrong without this lock, only slower. It costs one
 * pass over the waiting callers per release.
 */
export function createKeyedMutex(): WithLock {
  const held = new Set<string>()
  const waiting = new Set<Waiter>()
  let entered = 0

  function admitWaiters(): void {
    const reserved = new Set<string>()
    for (const waiter of waiting) {
      if (waiter.keys.every((key) => !held.has(key) && !reserved.has(key))) {
        waiting.delete(waiter)
        entered++
        for (const key of waiter.keys) held.add(key)
        waiter.enter()
      } else if (entered - waiter.arrived > MAX_OVERTAKERS) {
        for (const key of waiter.keys) reserved.add(key)
      }
    }
  }

  return async function withLock(keys, work) {
    await new Promise<void>((enter) => {
      waiting.add({ keys, arrived: entered, enter })
      admitWaiters()
    })
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      for (const key of keys) held.delete(key)
      admitWaiters()
    }
    try {
      return await work(release)
    } finally {
      release()
    }
  }
}
