const AT_THE_LATEST_MS = 3000

/**
 * Runs a task once the page is loaded and the browser idle, three seconds later at the latest.
 * @returns what calls it off
 */
export function whenIdle(task: () => void): () => void {
  let callOff = () => {}
  const schedule = () => {
    // Safari has no idle callbacks.
    if (typeof window.requestIdleCallback === 'function') {
      const handle = window.requestIdleCallback(task, { timeout: AT_THE_LATEST_MS })
      callOff = () => window.cancelIdleCallback(handle)
    } else {
      const timer = window.setTimeout(task, AT_THE_LATEST_MS)
      callOff = () => window.clearTimeout(timer)
    }
  }
  if (document.readyState === 'complete') schedule()
  else {
    window.addEventListener('load', schedule, { once: true })
    callOff = () => window.removeEventListener('load', schedule)
  }
  return () => callOff()
}
