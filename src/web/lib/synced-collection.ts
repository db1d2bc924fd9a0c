import type { Versioned } from './sync-state.ts'

/** Whose account had a state: that of the customer who is signed in, or that of one whose session ended here. */
export type BasesOwner = 'this customer' | 'a former one'

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
   * state may have been made, was changed here and stays. What is no longer sold stays, too, with whom it belongs to.
   * @throws when it cannot yet
   * @param basesNow asked when everything else is there; null when the state has become an old one meanwhile
   * @param whose whose account had the bases
   */
  readonly applyRemote: (saved: Body, basesNow: () => readonly Body[] | null, whose: BasesOwner) => Promise<void>
  /** Takes everything out of the browser, without a word. */
  readonly clear: () => void
}
