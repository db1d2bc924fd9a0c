import {
  INVITATION_PATH,
  OPEN_INVITATION_PATH,
  PASSKEY_SESSION_OPTIONS_PATH,
  PASSKEY_SESSION_PATH,
  PERSON_SESSION_PATH,
  STAFF_SESSION_PATH,
} from '#contracts/api-paths'

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
