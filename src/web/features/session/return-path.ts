import { tabStorage, type TextStorage } from '../../lib/storage.ts'

/** Where a visitor goes after signing in when nothing else is known. */
const AFTER_SIGN_IN = '/'

const NOTE_KEY = 'return-after-sign-in'
const NOTE_LIVES_MS = 10 * 60_000

/**
 * Only screens of this shop are accepted: a path from the root, no other host, no API call, and not sign-in or
 * sign-up themselves.
 * @returns the path with its query, or null for anything else
 */
export function ownPath(candidate: unknown, origin = 'https://shop.invalid'): string | null {
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters, so "/\t/host" would lead to another host
  if (typeof candidate !== 'string' || !/^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(candidate)) return null
  try {
    const url = new URL(candidate, origin)
    if (url.origin !== origin || /^\/(api|login|signup)(\/|$)/.test(url.pathname) || url.pathname.startsWith('//'))
      return null
    return url.pathname + url.search + url.hash
  } catch {
    return null
  }
}

/** Notes where to go after a sign-in that a whole page load away begins (GET /api/login redirects to /login). */
export function noteReturnPath(path: string, now: number, storage: TextStorage = tabStorage): void {
  storage.setItem(NOTE_KEY, JSON.stringify({ path, at: now }))
}

/**
 * Where to go after signing in: what the link carried, else what was noted within the last ten minutes, else home.
 * @param state the history entry's state; links to sign-in carry `{ returnTo }` there, so that the address stays /login
 */
export function returnPath(state: unknown, now: number, storage: TextStorage = tabStorage): string {
  const carried = typeof state === 'object' && state !== null && 'returnTo' in state ? ownPath(state.returnTo) : null
  return carried ?? notedPath(now, storage) ?? AFTER_SIGN_IN
}

function notedPath(now: number, storage: TextStorage): string | null {
  try {
    const note = JSON.parse(storage.getItem(NOTE_KEY) ?? 'null') as { path?: unknown; at?: unknown } | null
    const isFresh = typeof note?.at === 'number' && note.at <= now && now - note.at < NOTE_LIVES_MS
    return isFresh ? ownPath(note?.path) : null
  } catch {
    return null
  }
}

/** The note has served. */
export function forgetReturnPath(storage: TextStorage = tabStorage): void {
  storage.removeItem(NOTE_KEY)
}
