import { api, ApiError } from './api-client.ts'
import type { TextStorage } from './storage.ts'
import type { BasesOwner, SyncedCollection } from './synced-collection.ts'
import {
  customerOf,
  isNewer,
  mostBases,
  readState,
  sessionFingerprint,
  type SyncState,
  type Versioned,
} from './sync-state.ts'

/** What one tab asks of the server for a collection, one thing at a time. All of it throws what `api` throws. */
export interface AccountExchange {
  /**
   * Begins anew with whoever is signed in now, and brings both sides together.
   * @returns false when nobody is, or the collection is too large to be kept
   */
  begin(): Promise<boolean>
  /** False once another tab has signed in, also as somebody else: what was asked before then is about another account. */
  isSameSession(): boolean
  /**
   * Sends what is not saved yet.
   * @returns whether another tab or browser was faster: what changed here stands upon the newer state, not sent yet
   */
  save(): Promise<boolean>
  /** Whether this session's account has what is here. */
  isSaved(): boolean
}

/** @param isStopped whether what arrives now comes too late */
export function createAccountExchange<Body extends Versioned>(
  collection: SyncedCollection<Body>,
  storage: TextStorage,
  isStopped: () => boolean,
): AccountExchange {
  let session = ''
  let customer: string | undefined

  const isSameSession = () => session === sessionFingerprint(storage)
  const known = () => readState<Body>(storage, collection.stateKey)

  function saveState(state: Omit<SyncState<Body>, 'session' | 'customer'>): void {
    if (isSameSession()) storage.setItem(collection.stateKey, JSON.stringify({ session, customer, ...state }))
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
    if (!isStopped() && isSameSession()) await takeOver(theirs, () => others, 'a former one')
  }

  /** Puts what changed here upon the state that the server has. */
  async function catchUp(mine: Body): Promise<void> {
    const asked = known()
    const theirs = await api<Body>(collection.path)
    if (isStopped() || !isSameSession()) return
    if ((theirs.version ?? Infinity) >= (asked?.version ?? 0))
      return takeOver(theirs, (bases) => (bases.length === 0 ? [mine] : bases))
    // The server knows less than this browser has seen: its data are from before then.
    storage.removeItem(collection.stateKey)
    await merge(mine)
  }

  /** @param basesFrom what the server's state may have been made from, by what all tabs know of it */
  async function takeOver(
    theirs: Body,
    basesFrom: (known: readonly Body[]) => readonly Body[],
    whose: BasesOwner = 'this customer',
  ): Promise<void> {
    const basesNow = () => {
      if (isStopped() || !isSameSession()) return null
      const found = known()
      const state = found?.session === session ? found : null
      if (state !== null && !isNewer(theirs, state)) return null
      saveState({ saved: collection.fingerprint(theirs), version: theirs.version, bases: [theirs] })
      return basesFrom(state?.bases ?? [])
    }
    await collection.applyRemote(theirs, basesNow, whose)
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

  return {
    isSameSession,
    async begin() {
      session = sessionFingerprint(storage)
      customer = customerOf(storage)
      const mine = collection.read()
      if (mine === null || session === '') return false
      const state = known()
      if (state !== null && isOfAnother(state)) await bringAlong(state.bases)
      else if (state?.session !== session) await merge(mine)
      else if (state.saved === collection.fingerprint(mine)) await catchUp(mine)
      return true
    },
    async save() {
      const mine = collection.read()
      const state = known()
      // Another tab may have saved it already.
      if (mine === null || state?.saved === collection.fingerprint(mine)) return false
      const version = state?.version
      // The page may be left before the answer comes, and what is here then may be what was saved before this: it would
      // be taken for unchanged, and the server's state, which is this one, for a newer one of another browser.
      saveState({
        saved: null,
        version,
        bases: version === undefined ? [] : mostBases([...(state?.bases ?? []), mine]),
      })
      try {
        const request = { method: 'PUT', body: { ...mine, version }, outlivesPage: true } as const
        await noteSaved(mine, version, await api<Body>(collection.path, request))
        return false
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error
        await catchUp(mine)
        return true
      }
    },
    isSaved() {
      const mine = collection.read()
      const state = known()
      return mine !== null && state?.session === session && state.saved === collection.fingerprint(mine)
    },
  }
}
