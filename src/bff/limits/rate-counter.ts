import { LRUCache } from 'lru-cache'

/** So many events of one key in the window that is running, and when it ends. */
export interface Count {
  readonly current: number
  /** Until the window ends, in ms; 0 when none is running. */
  readonly ttl: number
}

export interface RateCounter {
  /** Counts one event; a window of `windowMs` starts with its first. */
  add(key: string, windowMs: number): Count | Promise<Count>
  /** Looks without counting. */
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

/** Counts in this process's memory; the least recently seen keys are forgotten first. */
export function createMemoryCounter(now: () => number = Date.now): MemoryCounter {
  const windows = new LRUCache<string, Window>({ max: MAX_KEYS })

  function running(key: string): Window | undefined {
    const window = windows.get(key)
    return window !== undefined && window.endsAt > now() ? window : undefined
  }

  return {
    add(key, windowMs) {
      let window = running(key)
      if (window === undefined) {
        window = { count: 0, endsAt: now() + windowMs }
        windows.set(key, window)
      }
      window.count += 1
      return { current: window.count, ttl: window.endsAt - now() }
    },
    read(key) {
      const window = running(key)
      return window === undefined ? { current: 0, ttl: 0 } : { current: window.count, ttl: window.endsAt - now() }
    },
    async close() {},
  }
}
