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

const GATE = '/api/admin/session'

/** Does a call need an open staff session? Trying a password at the gate does not. */
export function isStaffCall(path: string): boolean {
  return path.startsWith('/api/admin/') && path !== GATE
}
