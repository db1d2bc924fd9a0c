import { Node, Yallist } from 'yallist'

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
 * Counts events by key. What stands before the first colon of a key is its kind: however many keys of one kind there
 * are, they take no room from those of another.
 */
export interface RateCounter {
  /** Counts one event. The first one starts a window of `windowMs`. */
  add(key: string, windowMs: number): Count | Promise<Count>
  /** Counts one event and lets the window end `windowMs` from now, whenever it began. */
  renew(key: string, windowMs: number): Count | Promise<Count>
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
  readonly key: string
  count: number
  endsAt: number
}

interface MemoryCounter extends RateCounter {
  add(key: string, windowMs: number): Count
  renew(key: string, windowMs: number): Count
  read(key: string): Count
  take(buckets: readonly Bucket[]): Full | null
  giveBack(keys: readonly string[]): void
}

/**
 * Counts in this process's memory.
 * @param now the process's own time, in ms: by a clock that is set back, windows would last for hours
 */
export function createMemoryCounter(
  now: () => number = () => performance.now(),
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
    const { count, endsAt } = tableOf(key).add(key, windowMs)
    return { current: count, ttl: endsAt - now() }
  }

  function renew(key: string, windowMs: number): Count {
    const window = tableOf(key).add(key, windowMs)
    window.endsAt = now() + windowMs
    return { current: window.count, ttl: windowMs }
  }

  function read(key: string): Count {
    const window = tableOf(key).get(key)
    return window === undefined ? { current: 0, ttl: 0 } : { current: window.count, ttl: window.endsAt - now() }
  }

  return {
    add,
    renew,
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
      for (const key of keys) tableOf(key).giveBack(key)
    },
    async close() {},
  }
}

interface WindowTable {
  /** The current window of a key; undefined when it has ended or nothing is counted in it. */
  get(key: string): Window | undefined
  /** Counts one event in the current window of a key, or in a new one. */
  add(key: string, windowMs: number): Window
  /** Takes back one event. */
  giveBack(key: string): void
}

/**
 * A bounded number of windows. When there is no room, a key with few events goes before one with many, and of those the
 * one that was counted first: a caller with thousands of addresses cannot wash away the count of another. Each order
 * of magnitude keeps a part of the room, so that new keys are counted too, while the room is full of others.
 *
 * Every request counts at least once, so a key is looked up in one table, however much it has counted, and its order is
 * kept in linked lists: a set that loses and gets a key with each request is made anew all the time, and an iterator
 * that stands in it keeps all that it ever was.
 */
function createWindowTable(now: () => number, room: number): WindowTable {
  const windows = new Map<string, Node<Window>>()
  /**
   * The windows by the number of binary digits of their count; the one that was counted last is the last of its level.
   */
  const levels = Array.from({ length: LEVELS }, () => new Yallist<Window>())
  const levelFor = (count: number) => levels[Math.min(32 - Math.clz32(count), LEVELS) - 1] as Yallist<Window>
  let sweptAt = -Infinity

  function find(key: string): Node<Window> | undefined {
    const place = windows.get(key)
    return place !== undefined && place.value.endsAt > now() ? place : undefined
  }

  function remove(key: string): void {
    const place = windows.get(key)
    place?.list?.removeNode(place)
    windows.delete(key)
  }

  function makeRoom(): void {
    if (windows.size < room) return
    if (now() - sweptAt >= SWEEP_INTERVAL_MS) {
      sweptAt = now()
      for (const [key, { value }] of windows) if (value.endsAt <= now()) remove(key)
    }
    while (windows.size >= room) {
      const crowded = levels.find(({ length }) => length > room / (LEVELS + 1))
      if (crowded?.head === undefined) return
      remove(crowded.head.value.key)
    }
  }

  function setCount(place: Node<Window>, count: number): Window {
    place.value.count = count
    levelFor(count).pushNode(place)
    return place.value
  }

  return {
    get: (key) => find(key)?.value,
    add(key, windowMs) {
      const current = find(key)
      if (current !== undefined) return setCount(current, current.value.count + 1)
      remove(key)
      makeRoom()
      const place = new Node<Window>({ key, count: 0, endsAt: now() + windowMs })
      windows.set(key, place)
      return setCount(place, 1)
    },
    giveBack(key) {
      const place = find(key)
      if (place === undefined) return
      if (place.value.count > 1) setCount(place, place.value.count - 1)
      else remove(key)
    },
  }
}
