/**
 * When a stored product was last written, by whatever: an edit, a price list, a sale, a return of stock, a review. The
 * process that keeps an index of the catalog asks for what changed since it was away.
 *
 * It is a time and not a number that counts up, because two transactions could not take such a number at the same time.
 * A transaction sets it before its commit, and the clocks of two machines differ. So a reader that asks for changes
 * since a time must ask from `CHANGE_OVERLAP_MS` before it. That is enough for a transaction, which ends after 60
 * seconds, and for clocks that are 4 minutes apart.
 */
export interface ChangeTime {
  /** Different at every write of a process whose clock goes on, so that the same time means the same content. */
  readonly changedAt: Date
  /**
   * The number of the span that the time lies in. It is indexed, because the built-in database has no indexes for
   * ranges.
   */
  readonly changedIn: number
}

const CHANGE_OVERLAP_MS = 300_000
const SPAN_MS = 300_000
/**
 * A clock that is behind what it has told by more than this was put back: writes in the same millisecond never run so far
 * ahead of it, and what is less is within the overlap.
 */
export const PUT_BACK_MS = 60_000

let last = 0

/**
 * The change time of a write that happens now; one for all products that are written together. It is the machine's
 * time, whatever the shop's clock says. When that is put back by more than a minute, it goes back, too: readers ask for
 * what changed up to now, and would not find what has a time to come.
 */
export function changeTime(): ChangeTime {
  const now = Date.now()
  last = last - now > PUT_BACK_MS ? now : Math.max(now, last + 1)
  return { changedAt: new Date(last), changedIn: spanOf(last) }
}

/** The spans in which something may have changed since a time in ms, with the overlap at both ends. */
export function spansSince(sinceMs: number): number[] {
  const first = spanOf(sinceMs - CHANGE_OVERLAP_MS)
  return Array.from({ length: Math.max(0, spanOf(Date.now() + CHANGE_OVERLAP_MS) - first) + 1 }, (_, i) => first + i)
}

function spanOf(ms: number): number {
  return Math.floor(ms / SPAN_MS)
}
