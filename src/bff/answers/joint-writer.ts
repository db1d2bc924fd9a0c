import type { ServerResponse } from 'node:http'

/** How long an answer that is ready may wait for others. */
const WAITS_MS = 1

/** Ends answers of which the head is written, soon, and several of them together. */
export interface JointWriter {
  end(answer: ServerResponse, body: Buffer): void
  /** Ends now what waits, before something that takes longer. */
  flush(): void
}

/**
 * Ends the answers that one turn of the event loop makes at its end, or when the first of them has waited for a
 * millisecond. A write wakes the process that reads the answer, and while that one works through the first the next are
 * ready: woken once for each, it cost this one a fifth of a list's processor time. An answer never waits for a timer or
 * for something from outside, only while others are made that were asked for in the same moment.
 */
export function createJointWriter(): JointWriter {
  let waiting: { readonly answer: ServerResponse; readonly body: Buffer }[] = []
  let since = 0

  function flush(): void {
    const ready = waiting
    waiting = []
    for (const { answer, body } of ready) answer.end(body)
  }

  return {
    end(answer, body) {
      waiting.push({ answer, body })
      if (waiting.length === 1) {
        since = performance.now()
        setImmediate(flush)
      } else if (performance.now() - since >= WAITS_MS) flush()
    },
    flush,
  }
}
