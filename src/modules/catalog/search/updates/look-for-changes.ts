/** How long a change may stay unseen that was announced to nobody, in ms … */
const USUALLY_MS = 60_000
/** … and, while other processes are not heard, one that any of them makes. */
const CUT_OFF_MS = 500
/** While other processes are not heard, looking takes one part of so many of the time: a large price list is much to read. */
const PARTS = 5

/**
 * Looks for changes that nobody announced.
 * @param deps.look must not reject
 * @param deps.isCutOff whether other processes are not heard
 * @returns ends it
 */
export function lookForChanges(deps: {
  readonly look: () => void | Promise<void>
  readonly isCutOff: () => boolean
  readonly usuallyMs?: number
}): () => void {
  const { look, isCutOff, usuallyMs = USUALLY_MS } = deps
  let isLooking = false
  let lookedAt = performance.now()
  let tookMs = 0

  async function lookIfDue(): Promise<void> {
    const pauseMs = isCutOff() ? Math.min(tookMs * (PARTS - 1), usuallyMs) : usuallyMs
    const began = performance.now()
    if (isLooking || began - lookedAt < pauseMs) return
    isLooking = true
    await look()
    isLooking = false
    lookedAt = performance.now()
    tookMs = lookedAt - began
  }

  const timer = setInterval(() => void lookIfDue(), Math.min(CUT_OFF_MS, usuallyMs)).unref()
  return () => clearInterval(timer)
}
