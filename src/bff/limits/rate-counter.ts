import { LRUCache } from 'lru-cache'

/** The number of events of one key in its current window. */
export interface Count {
  readonly current: number
  /** Milliseconds until the window ends; 0 when there is none. */
  readonly ttl: number
}

export interface RateCounter {
  /** Counts one event. The first one starts a window of `windowMs`. */
  add(key: string, windowMs: number): Count | Promise<Count>
  /** Reads the count without counting. */
  read(key: string): Count | Promise<Count>
  close(): Promise<void>
}

const MAX_KEYS = 50_000

interface Window {
  count: number
  readonly endsAt: number
}

interface MemoryCounter extends RateCounter {
  add(key: string, windowMs: number): Count
  read(key: string): Count
}

/** Counts in this process's memory. The least recently used keys are dropped first. */
export function createMemoryCounter(now: () => number = Date.now): MemoryCounter {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS })

  function currentWindow(key: string): Window | undefined {
    const window = windows.get(key)
    return window !== undefined && window.endsAt > now() ? window : undefined
  }

  return {
    add(key, windowMs) {
      let window = currentWindow(key)
      if (window === undefined) {
        window = { count: 0, endsAt: now() + windowMs }
        windows.set(key, window)
      }
      window.count += 1
      return { current: window.count, ttl: window.endsAt - now() }
    },
    read(key) {
      const window = currentWindow(key)
      return window === undefined ? { current: 0, ttl: 0 } : { current: window.count, ttl: window.endsAt - now() }
    },
    async close() {},
  }
}
