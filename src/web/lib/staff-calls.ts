const STAFF = '/api/admin/'
const GATE = '/api/admin/session'

const listeners = new Set<() => void>()

/** Does a call need an open staff session? Trying a password at the gate does not. */
export function isStaffCall(path: string): boolean {
  return path.startsWith(STAFF) && path !== GATE
}

/** Tells the gate that the server took a staff call for nobody's (401): the session ended. */
export function staffCallRefused(): void {
  for (const listener of listeners) listener()
}

/**
 * Calls back when the server refuses a staff call for want of a session.
 * @returns how to stop listening
 */
export function onStaffCallRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
