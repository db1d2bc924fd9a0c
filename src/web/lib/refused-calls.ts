import {
  INVITATION_PATH,
  OPEN_INVITATION_PATH,
  PASSKEY_SESSION_OPTIONS_PATH,
  PASSKEY_SESSION_PATH,
  PERSON_SESSION_PATH,
  STAFF_SESSION_PATH,
} from '#contracts/api-paths'
import { browserStorage } from './storage.ts'

/** When staff unlocked the admin area in this browser, in ms as JSON. */
export const STAFF_UNLOCKED_KEY = 'mr-printer-admin-unlocked'

type Listener = () => void

/** Notifies listeners that the server refused a call because a session is over (401). */
function refusals() {
  const listeners = new Set<Listener>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    /** @returns how to stop listening */
    subscribe(listener: Listener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Calls of staff that need an open staff session. */
export const staffRefusals = refusals()
/** Calls that were sent with a customer's token. */
export const customerRefusals = refusals()

/** Which opening of the gate a call of staff belongs to, in all tabs of the browser. */
export function openingOfGate(): string | null {
  return browserStorage.getItem(STAFF_UNLOCKED_KEY)
}

/**
 * The server refused a call of staff because its session is over. An answer that comes late shuts no gate that was opened since.
 * @param opening when the call was sent
 */
export function refuseStaff(opening: string | null): void {
  if (openingOfGate() === opening) staffRefusals.notify()
}

/** What opens the gate, or leads to it. */
const GATE: readonly string[] = [
  STAFF_SESSION_PATH,
  PERSON_SESSION_PATH,
  PASSKEY_SESSION_PATH,
  PASSKEY_SESSION_OPTIONS_PATH,
  INVITATION_PATH,
  OPEN_INVITATION_PATH,
]

/** Does a call need an open staff session? Trying a password at the gate does not, but reading whose session it is does. */
export function isStaffCall(path: string, method = 'POST'): boolean {
  return path.startsWith('/api/admin/') && (method === 'GET' || !GATE.includes(path))
}
