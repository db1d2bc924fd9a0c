// Runs in the page before everything else there, as it stands: what a visitor sees and waits for, in `window.vitals`.
const vitals = { paint: 0, shift: 0, blocking: 0 }
Object.assign(window, { vitals })

/**
 * @param {string} type
 * @param {(entry: any) => void} see
 * @param {object} [options]
 */
function observe(type, see, options = {}) {
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(see))
  observer.observe({ type, buffered: true, ...options })
}

observe('largest-contentful-paint', (entry) => {
  vitals.paint = entry.startTime
})
observe('layout-shift', (entry) => {
  if (!entry.hadRecentInput) vitals.shift += entry.value
})
observe('longtask', (entry) => {
  vitals.blocking += Math.max(0, entry.duration - 50)
})

// Presses and keys, without the movements of the pointer in between. The browser rounds to 8 ms, and leaves out what
// takes less than 16.
let slowestPress = 0
Object.assign(window, {
  takeSlowestPress() {
    const taken = slowestPress
    slowestPress = 0
    return taken
  },
})
observe(
  'event',
  (entry) => {
    if (entry.interactionId > 0) slowestPress = Math.max(slowestPress, entry.duration)
  },
  { durationThreshold: 16 },
)
