import { api, ApiError, AUTH_TOKEN_KEY } from './api-client.ts'
import { browserStorage, type TextStorage } from './storage.ts'

/** A change goes to the server when nothing more has changed for this long. */
export const SAVE_AFTER_MS = 1000

/** What a visitor keeps in local storage, with a copy on the server for the customer's other browsers. */
export interface SyncedCollection<Body> {
  /** Local storage key of the state in which browser and server were last the same. */
  readonly stateKey: string
  /** GET and PUT here; PUT to `{path}/merge` merges both. */
  readonly path: string
  /** As the server takes it; null while it is too large to be kept there. */
  readonly read: () => Body | null
  /** The same text for the same content in any order. */
  readonly fingerprint: (body: Body) => string
  /** Calls back on every change. Returns how to stop. */
  readonly onChange: (listener: () => void) => () => void
  /** Brings the server's state into the browser; what changed here since `sent` stays. @throws when it cannot yet */
  readonly applyRemote: (saved: Body, sent: Body) => Promise<void>
}

interface SyncState {
  /** The sign-in during which it was written: each one begins with a merge. */
  readonly session: string
  /** The fingerprint of the state in which both sides were the same; null while a save has no answer yet. */
  readonly saved: string | null
}

/**
 * Keeps the server's copy in step while a customer is signed in (specification 2, section 6). The first time after
 * a sign-in both are merged; later the browser's own unsaved changes win, and without any the server's state is taken
 * over. Changes are saved a moment later, and the last state wins. Failures are silent, because the next change or
 * visit repairs them.
 * @returns how to stop
 */
export function syncWithAccount<Body>(
  collection: SyncedCollection<Body>,
  storage: TextStorage = browserStorage,
): () => void {
  let session = ''
  let isStopped = false
  let isInSync = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  /** False once another tab has signed in, also as somebody else: what was asked before then is about another account. */
  const isSameSession = () => session === sessionFingerprint(storage)

  function saveState(body: Body | null): void {
    const saved = body && collection.fingerprint(body)
    if (isSameSession()) storage.setItem(collection.stateKey, JSON.stringify({ session, saved }))
  }

  async function sync(): Promise<void> {
    clearTimeout(timer)
    if (isStopped) return
    if (running !== null) return syncLater()
    running = isInSync && isSameSession() ? save() : begin()
    await running
    running = null
  }

  function syncLater(): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void sync(), SAVE_AFTER_MS)
  }

  async function begin(): Promise<void> {
    session = sessionFingerprint(storage)
    isInSync = false
    const mine = collection.read()
    if (mine === null) return
    const state = readState(storage, collection.stateKey)
    try {
      if (state?.session !== session) {
        await applyAndSave(await api<Body>(`${collection.path}/merge`, { method: 'PUT', body: mine }), mine)
      } else if (state.saved === collection.fingerprint(mine)) {
        await applyAndSave(await api<Body>(collection.path), mine)
      }
      isInSync = true
      syncLater()
    } catch (error) {
      handleFailure(error)
    }
  }

  async function applyAndSave(saved: Body, sent: Body): Promise<void> {
    if (isStopped || !isSameSession()) return
    await collection.applyRemote(saved, sent)
    if (!isStopped) saveState(saved)
  }

  async function save(): Promise<void> {
    const mine = collection.read()
    // Another tab may have saved it already.
    if (mine === null || readState(storage, collection.stateKey)?.saved === collection.fingerprint(mine)) return
    // The page may be left before the answer comes, and what is here then may be what was saved before this: it would be
    // taken for unchanged, and the server's state, which is this one, for a newer one of another browser.
    saveState(null)
    const request = { method: 'PUT', body: mine, outlivesPage: true } as const
    await api(collection.path, request).then(() => saveState(mine), handleFailure)
  }

  function handleFailure(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) isStopped = true
    else console.warn(`${collection.path} is not in sync with this browser`, error)
  }

  // A visitor who leaves within the second finds the change in the other browser, too.
  const saveOnLeaving = () => {
    if (document.visibilityState === 'hidden') void sync()
  }

  const stopListening = collection.onChange(syncLater)
  document.addEventListener('visibilitychange', saveOnLeaving)
  void sync()
  return () => {
    isStopped = true
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', saveOnLeaving)
  }
}

/** The end of the token's signature identifies a sign-in. */
function sessionFingerprint(storage: TextStorage): string {
  return (storage.getItem(AUTH_TOKEN_KEY) ?? '').slice(-12)
}

function readState(storage: TextStorage, key: string): SyncState | null {
  try {
    const state = JSON.parse(storage.getItem(key) ?? 'null') as Partial<SyncState> | null
    if (typeof state?.session !== 'string') return null
    return { session: state.session, saved: typeof state.saved === 'string' ? state.saved : null }
  } catch {
    return null
  }
}
