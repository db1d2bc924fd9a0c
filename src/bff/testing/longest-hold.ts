import { openSync, readSync } from 'node:fs'

/** A stretch of the loop is known this exactly, in ms. */
const EVERY_MS = 1

/**
 * The longest that this thread's loop was busy without a pause while some work went on, in ms: by the thread's own
 * processor time, so that a busy machine makes it no longer. Where the system does not say it (outside of Linux), by
 * the clock.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const cpuMs = processorClock()
  let [time, cpu, longest, isOver] = [performance.now(), cpuMs(), 0, false]
  const look = (): void => {
    const [now, used] = [performance.now(), cpuMs()]
    longest = Math.max(longest, Math.min(now - time, used - cpu))
    ;[time, cpu] = [now, used]
    if (!isOver) setTimeout(look, EVERY_MS)
  }
  look()
  try {
    await work()
  } finally {
    isOver = true
    look()
  }
  return longest
}

/** The processor time of this thread so far, in ms. */
function processorClock(): () => number {
  try {
    // Of the thread that opens it, also when it is read later.
    const file = openSync('/proc/thread-self/schedstat', 'r')
    const bytes = Buffer.alloc(64)
    return () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ')[0]) / 1e6
  } catch {
    return () => performance.now()
  }
}
