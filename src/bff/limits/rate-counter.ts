/** The number of events of one key in its current window. */
export interface Count {
  readonly current: number
  /** Milliseconds until the window ends; 0 when there is none. */
  readonly ttl: number
}

/** How many events of a key there may be in one window, which its first event starts. */
export interface Bucket {
  readonly key: string
  readonly max: number
  readonly windowMs: number
}

/** The bucket that was full. */
export interface Full {
  readonly key: string
  /** Milliseconds until it is empty. */
  readonly ttl: number
}

/**
 * Counts events by key. What stands before the first colon of a key is its kind: however many keys of one kind there are,
 * they take no room from those of another.
 */
export interface RateCounter {
  /** Counts one event. The first one starts a window of `windowMs`. */
  add(key: string, windowMs: number): Count | Promise<Count>
  /** Reads the count without counting. */
  read(key: string): Count | Promise<Count>
  /** Counts one event in every bucket, or in none if one of them is full, in one step. Null: it was counted. */
  take(buckets: readonly Bucket[]): (Full | null) | Promise<Full | null>
  /** Takes back one event of each key. */
  giveBack(keys: readonly string[]): void | Promise<void>
  close(): Promise<void>
}

const KEYS_PER_KIND = 20_000
const LEVELS = 12
/** The time between two searches for windows that have ended, when there is no room. */
const SWEEP_INTERVAL_MS = 1000

interface Window {
  count: number
  readonly endsAt: number
}

interface MemoryCounter extends RateCounter {
  add(key: string, windowMs: number): Count
  read(key: string): Count
  take(buckets: readonly Bucket[]): Full | null
  giveBack(keys: readonly string[]): void
}

/** Counts in this process's memory. */
export function createMemoryCounter(
  now: () => number = Date.now,
  options: { readonly keysPerKind?: number } = {},
): MemoryCounter {
  const tables = new Map<string, WindowTable>()

  function tableOf(key: string): WindowTable {
    const kind = key.slice(0, key.indexOf(':'))
    let table = tables.get(kind)
    if (table === undefined) tables.set(kind, (table = createWindowTable(now, options.keysPerKind ?? KEYS_PER_KIND)))
    return table
  }

  function add(key: string, windowMs: number): Count {
    const table = tableOf(key)
    const { count, endsAt } = table.get(key) ?? { count: 0, endsAt: now() + windowMs }
    table.set(key, { count: count + 1, endsAt })
    return { current: count + 1, ttl: endsAt - now() }
  }

  function read(key: string): Count {
    const window = tableOf(key).get(key)
    return window === undefined ? { current: 0, ttl: 0 } : { current: window.count, ttl: window.endsAt - now() }
  }

  return {
    add,
    read,
    take(buckets) {
      for (const { key, max } of buckets) {
        const { current, ttl } = read(key)
        if (current >= max) return { key, ttl }
      }
      for (const { key, windowMs } of buckets) add(key, windowMs)
      return null
    },
    giveBack(keys) {
      for (const key of keys) {
        const window = tableOf(key).get(key)
        if (window !== undefined) tableOf(key).set(key, { ...window, count: window.count - 1 })
      }
    },
    async close() {},
  }
}

interface WindowTable {
  /** The current window of a key; undefined when it has ended or nothing is counted in it. */
  get(key: string): Window | undefined
  set(key: string, window: Window): void
}

/**
 * A bounded number of windows. When there is no room, a key with few events goes before one with many, and of those the one
 * that was counted first: who comes from thousands of addresses cannot wash away the count of another. Each order of magnitude
 * keeps a part of the room, so that new keys are counted too, while the room is full of others.
 */
function createWindowTable(now: () => number, room: number): WindowTable {
  /** The windows by the number of binary digits of their count. */
  const levels = Array.from({ length: LEVELS }, createLevel)
  let size = 0
  let sweptAt = -Infinity

  const levelOf = (key: string) => levels.find(({ windows }) => windows.has(key))

  function remove(level: Level, key: string): void {
    if (level.windows.delete(key)) size--
  }

  function makeRoom(): void {
    if (size < room) return
    if (now() - sweptAt >= SWEEP_INTERVAL_MS) {
      sweptAt = now()
      for (const level of levels) for (const [key, { endsAt }] of level.windows) if (endsAt <= now()) remove(level, key)
    }
    while (size >= room) {
      const crowded = levels.find(({ windows }) => windows.size > room / (LEVELS + 1))
      if (crowded === undefined) return
      remove(crowded, crowded.oldestKey())
    }
  }

  return {
    get(key) {
      const window = levelOf(key)?.windows.get(key)
      return window !== undefined && window.endsAt > now() ? window : undefined
    },
    set(key, window) {
      const before = levelOf(key)
      if (before !== undefined) remove(before, key)
      if (window.count <= 0) return
      makeRoom()
      const digits = 32 - Math.clz32(window.count)
      levels[Math.min(digits, LEVELS) - 1]?.windows.set(key, window)
      size++
    },
  }
}

interface Level {
  readonly windows: Map<string, Window>
  /** The key that was counted first. It has to be removed before this is called again. */
  oldestKey(): string
}

function createLevel(): Level {
  const windows = new Map<string, Window>()
  let keys = windows.keys()
  return {
    windows,
    // A new iterator would pass over all that were removed before, each time.
    oldestKey() {
      let next = keys.next()
      if (next.done === true) {
        keys = windows.keys()
        next = keys.next()
      }
      return next.value ?? ''
    },
  }
}
