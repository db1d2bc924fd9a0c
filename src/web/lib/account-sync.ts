import { createAccountExchange } from './account-exchange.ts'
import { ApiError } from './api-client.ts'
import { keepForCustomer } from './kept-for-customer.ts'
import { browserStorage, type TextStorage } from './storage.ts'
import type { SyncedCollection } from './synced-collection.ts'
import type { Versioned } from './sync-state.ts'

/** A change goes to the server when nothing more has changed for this long. */
export const SAVE_AFTER_MS = 1000

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
  let isStopped = false
  let isInSync = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  const exchange = createAccountExchange(collection, storage, () => isStopped)

  async function sync(): Promise<void> {
    clearTimeout(timer)
    if (isStopped) return
    if (running !== null) return syncLater()
    running = exchangeOnce()
    await running
    running = null
  }

  function syncLater(): void {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void sync(), SAVE_AFTER_MS)
  }

  async function exchangeOnce(): Promise<void> {
    try {
      if (isInSync && exchange.isSameSession()) {
        if (await exchange.save()) syncLater()
        return
      }
      isInSync = false
      isInSync = await exchange.begin()
      if (isInSync) syncLater()
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) isStopped = true
      else console.warn(`${collection.path} is not in sync with this browser`, error)
    }
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
        for (let tries = 0; tries < 3 && !exchange.isSaved(); tries++) await sync()
      },
      leave() {
        stop()
        if (!exchange.isSaved()) return
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
