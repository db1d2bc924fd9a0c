import { atom, useAtom, type WritableAtom } from 'jotai'
import { useHydrated } from './use-hydrated.ts'

/** The part of local and session storage that the shop uses; never throws. */
export interface TextStorage {
  getItem(key: string): string | null
  setItem(key: string, text: string): void
  removeItem(key: string): void
}

export interface ListedStorage extends TextStorage {
  keys(): readonly string[]
}

/**
 * Storage that survives being blocked, absent (on the server) or full: what cannot be written is kept for this
 * visit, so that the shop works all the same.
 * @param find gives the real storage; may throw, as browsers do when the visitor blocks it
 */
export function createSafeStorage(find: () => Storage | undefined): ListedStorage {
  const visit = new Map<string, string | null>()
  const attempt = <T>(action: (storage: Storage) => T): { readonly value: T } | null => {
    try {
      const storage = find()
      return storage === undefined ? null : { value: action(storage) }
    } catch {
      return null
    }
  }
  return {
    getItem(key) {
      const kept = visit.get(key)
      if (kept !== undefined) return kept
      return attempt((storage) => storage.getItem(key))?.value ?? null
    },
    setItem(key, text) {
      if (attempt((storage) => storage.setItem(key, text)) === null) visit.set(key, text)
      else visit.delete(key)
    },
    removeItem(key) {
      if (attempt((storage) => storage.removeItem(key)) === null) visit.set(key, null)
      else visit.delete(key)
    },
    keys() {
      const stored = attempt((storage) => Array.from(storage, (_, index) => storage.key(index) ?? ''))?.value ?? []
      const keptForVisit = [...visit].flatMap(([key, kept]) => (kept === null ? [] : [key]))
      return [...stored.filter((key) => !visit.has(key)), ...keptForVisit]
    },
  }
}

export const browserStorage = createSafeStorage(() => globalThis.localStorage)
/** Session storage: it belongs to one tab, survives a reload and goes when the tab is closed. */
export const tabStorage = createSafeStorage(() => globalThis.sessionStorage)

/** The products that were looked at: kept only with consent to analytics, and deleted when that is withdrawn. */
export const RECENTLY_SEEN_KEY = 'recently-seen'

/**
 * Calls back when another tab changes the key (or clears everything).
 * @returns how to stop listening
 */
export function onOtherTab(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

type Next<T> = T | ((previous: T) => T)

/** A value of the browser's that outlives the visit; see `storedAtom`. */
export interface Stored<T> {
  readonly initial: T
  readonly atom: WritableAtom<T, [Next<T>], void>
}

/**
 * A jotai atom kept in local storage and in step between tabs. Broken JSON and foreign shapes read as `initial`.
 * Use it through `useStored`, which keeps hydration free of mismatches.
 * @param parse turns what was stored into a sound value, repairs what can be repaired, and gives null for the rest
 */
export function storedAtom<T>(
  key: string,
  initial: T,
  parse: (stored: unknown) => T | null,
  storage: TextStorage = browserStorage,
): Stored<T> {
  let last: { readonly text: string | null; readonly value: T } | null = null
  const readNow = (): T => {
    const text = storage.getItem(key)
    if (last === null || last.text !== text) last = { text, value: parseText(text, initial, parse) }
    return last.value
  }
  const changes = atom(0)
  changes.onMount = (set) => {
    set((count) => count + 1)
    return onOtherTab(key, () => set((count) => count + 1))
  }
  const stored = atom(
    (get) => {
      get(changes)
      return readNow()
    },
    (_get, set, next: Next<T>) => {
      const before = readNow()
      const value = typeof next === 'function' ? (next as (previous: T) => T)(before) : next
      if (value === before) return
      const text = JSON.stringify(value)
      storage.setItem(key, text)
      last = { text, value }
      set(changes, (count) => count + 1)
    },
  )
  return { initial, atom: stored }
}

function parseText<T>(text: string | null, initial: T, parse: (stored: unknown) => T | null): T {
  if (text === null) return initial
  try {
    return parse(JSON.parse(text)) ?? initial
  } catch {
    return initial
  }
}

/**
 * The stored value, a setter, and whether the value is the visitor's own: while a page that the server rendered is
 * hydrated it is `initial`, and right after it is read from storage.
 */
export function useStored<T>(stored: Stored<T>): readonly [value: T, set: (next: Next<T>) => void, isReady: boolean] {
  const isHydrated = useHydrated()
  const [value, set] = useAtom(stored.atom)
  return [isHydrated ? value : stored.initial, set, isHydrated]
}
