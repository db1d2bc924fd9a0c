import { MINUTE_MS } from '#platform/time/durations'
import { createSafeStorage } from './storage.ts'

const PAUSES_MS = [300, 1000]
const RELOADED_AT = 'reloaded-at'
const tabStorage = createSafeStorage(() => globalThis.sessionStorage)

/**
 * Three tries with growing pauses. Browsers of before the autumn of 2026 remember that a script did not come until the
 * document is loaded anew; there the tries bridge what the server answers late, and a reload is what helps.
 * @throws what the last try threw
 */
export async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}

/**
 * Reloads the document, because only a new document knows the file names of a new release: at most once a minute, and
 * only when the shop answers with a page, so that a missing connection, or a shop that is busy or starts anew, does not
 * lose this one.
 * @returns whether the document is being loaded
 */
export async function reloadOnce(): Promise<boolean> {
  // A clock that was put back meanwhile must not keep this document for as long.
  if (Math.abs(Date.now() - Number(tabStorage.getItem(RELOADED_AT))) < MINUTE_MS) return false
  try {
    const { ok, status } = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })
    // What a proxy says in place of a shop that starts anew is no page.
    if (!ok && status !== 404) return false
  } catch {
    return false
  }
  tabStorage.setItem(RELOADED_AT, String(Date.now()))
  window.location.reload()
  return true
}
