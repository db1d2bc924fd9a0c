import { api, ApiError } from './api-client.ts'
import { keepForCustomer } from './kept-for-customer.ts'
import { browserStorage, type TextStorage } from './storage.ts'
import {
  customerOf,
  isNews,
  mostBases,
  readState,
  sessionFingerprint,
  type SyncState,
  type Versioned,
} from './sync-state.ts'

/** A change goes to the server when nothing more has changed for this long. */
export const SAVE_AFTER_MS = 1000

/** What a visitor keeps in local storage, with a copy on the server for the customer's other browsers. */
export interface SyncedCollection<Body extends Versioned> {
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
  /**
   * Brings the server's state into the browser. What is here otherwise than in one of the bases, from which the server's
   * state may have been made, was changed here and stays. @throws when it cannot yet
   * @param basesNow asked when everything else is there; null when the state has become an old one meanwhile
   */
  readonly applyRemote: (saved: Body, basesNow: () => readonly Body[] | null) => Promise<void>
  /** Takes everything out of the browser, without a word. */
  readonly clear: () => void
}

/**
 * Keeps the server's copy in step while a customer is signed in (specification 2, section 6). The first time after
 * a sign-in both are merged, but for what another customer's account has, whose session ended by itself here: that is
 * theirs alone. Later the browser's own unsaved changes win, and without any the server's state is taken over. Changes
 * are saved a moment later. A save that another tab or browser was faster than, also one that arrives after a newer one,
 * is refused: what changed here is put upon the newer state and saved again. Failures are silent, because the next
 * change or visit repairs them. With a customer who signs out on purpose, what is saved leaves the browser.
 * @returns how to stop
 */
export function syncWithAccount<Body extends Versioned>(
  collection: SyncedCollection<Body>,
  storage: TextStorage = browserStorage,
): () => void {
  let session = ''
  let customer: string | undefined
  let isStopped = false
  let isInSync = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  /** False once another tab has signed in, also as somebody else: what was asked before then is about another account. */
  const isSameSession = () => session === sessionFingerprint(storage)
  const known = () => readState<Body>(storage, collection.stateKey)

  function saveState(state: Omit<SyncState<Body>, 'session' | 'customer'>): void {
    if (isSameSession()) storage.setItem(collection.stateKey, JSON.stringify({ session, customer, ...state }))
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
    customer = customerOf(storage)
    isInSync = false
    const mine = collection.read()
    if (mine === null || session === '') return
    const state = known()
    try {
      if (state !== null && isOfAnother(state)) await bringAlong(state.bases)
      else if (state?.session !== session) await merge(mine)
      else if (state.saved === collection.fingerprint(mine)) await catchUp(mine)
      isInSync = true
      syncLater()
    } catch (error) {
      handleFailure(error)
    }
  }

  async function merge(mine: Body): Promise<void> {
    await takeOver(await api<Body>(`${collection.path}/merge`, { method: 'PUT', body: mine }), (bases) => [
      mine,
      ...bases,
    ])
  }

  function isOfAnother(state: SyncState<Body>): boolean {
    return state.customer !== undefined && state.customer !== customer && state.bases.length > 0
  }

  /** Puts what changed here since another customer's account had it upon the state of this one's. */
  async function bringAlong(others: readonly Body[]): Promise<void> {
    const theirs = await api<Body>(collection.path)
    if (!isStopped && isSameSession()) await takeOver(theirs, () => others)
  }

  /** Puts what changed here upon the state that the server has. */
  async function catchUp(mine: Body): Promise<void> {
    const asked = known()
    const theirs = await api<Body>(collection.path)
    if (isStopped || !isSameSession()) return
    if ((theirs.version ?? Infinity) >= (asked?.version ?? 0))
      return takeOver(theirs, (bases) => (bases.length === 0 ? [mine] : bases))
    // The server knows less than this browser has seen: its data are from before then.
    storage.removeItem(collection.stateKey)
    await merge(mine)
  }

  /** @param basesFrom what the server's state may have been made from, by what all tabs know of it */
  async function takeOver(theirs: Body, basesFrom: (known: readonly Body[]) => readonly Body[]): Promise<void> {
    await collection.applyRemote(theirs, () => {
      if (isStopped || !isSameSession()) return null
      const found = known()
      const state = found?.session === session ? found : null
      if (state !== null && !isNews(theirs, state)) return null
      saveState({ saved: collection.fingerprint(theirs), version: theirs.version, bases: [theirs] })
      return basesFrom(state?.bases ?? [])
    })
  }

  async function save(): Promise<void> {
    const mine = collection.read()
    const state = known()
    // Another tab may have saved it already.
    if (mine === null || state?.saved === collection.fingerprint(mine)) return
    const version = state?.version
    // The page may be left before the answer comes, and what is here then may be what was saved before this: it would be
    // taken for unchanged, and the server's state, which is this one, for a newer one of another browser.
    saveState({ saved: null, version, bases: version === undefined ? [] : mostBases([...(state?.bases ?? []), mine]) })
    try {
      const request = { method: 'PUT', body: { ...mine, version }, outlivesPage: true } as const
      await noteSaved(mine, version, await api<Body>(collection.path, request))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) return handleFailure(error)
      await catchUp(mine).then(syncLater, handleFailure)
    }
  }

  /** Whether this session's account has what is here. */
  function isSaved(): boolean {
    const mine = collection.read()
    const state = known()
    return mine !== null && state?.session === session && state.saved === collection.fingerprint(mine)
  }

  async function noteSaved(mine: Body, sentUpon: number | undefined, stored: Body): Promise<void> {
    const { version } = stored
    const state = known()
    const saved = collection.fingerprint(mine)
    if (version === undefined || state?.version === sentUpon) return saveState({ saved, version, bases: [mine] })
    // Another tab has saved the same.
    if (state?.saved === saved) return saveState({ ...state, version: Math.max(version, state.version ?? 0) })
    // Another tab has put what is here upon another state since.
    await takeOver(stored, (bases) => (bases.length === 0 ? [mine] : bases))
  }

  function handleFailure(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) isStopped = true
    else console.warn(`${collection.path} is not in sync with this browser`, error)
  }

  // A visitor who leaves within the second finds the change in the other browser, too.
  const saveOnLeaving = () => {
    if (document.visibilityState === 'hidden') void sync()
  }

  const stops = [
    collection.onChange(syncLater),
    keepForCustomer({
      async save() {
        await running
        // One merges, one is refused because another browser was faster, and one sends what comes of it.
        for (let tries = 0; tries < 3 && !isSaved(); tries++) await sync()
      },
      leave() {
        stop()
        if (!isSaved()) return
        storage.removeItem(collection.stateKey)
        collection.clear()
      },
    }),
  ]
  document.addEventListener('visibilitychange', saveOnLeaving)
  void sync()

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
    for (const stopOne of stops) stopOne()
    document.removeEventListener('visibilitychange', saveOnLeaving)
  }
  return stop
}
