/** A hidden page closes its connection after this time, because a browser has few connections per host. */
const CLOSE_AFTER_MS = 30_000

/**
 * Watches while the page is visible, and a while longer; anew when it becomes visible again or is back online.
 * @param begin begins to watch
 * @returns a function that stops it
 */
export function watchWhileVisible(begin: () => () => void): () => void {
  let stop: (() => void) | null = null
  let closeTimer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(closeTimer)
    if (document.visibilityState === 'visible') {
      stop ??= begin()
      return
    }
    closeTimer = setTimeout(() => {
      stop?.()
      stop = null
    }, CLOSE_AFTER_MS)
  }
  const online = () => {
    stop?.()
    stop = null
    look()
  }
  look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', online)
  return () => {
    clearTimeout(closeTimer)
    stop?.()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', online)
  }
}

/** How long after the n-th failure in a row the stream is opened again, in ms; never more than half a minute. */
export function reconnectDelayMs(failures: number, random = Math.random()): number {
  const longest = Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1))
  return Math.round(longest / 2 + (random * longest) / 2)
}
