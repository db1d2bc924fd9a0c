import { createHash, randomBytes } from 'node:crypto'

/** The time that staff stay signed in, counted from the password (specification 2, section 4). */
const LIFETIME_MS = 24 * 3600 * 1000

/** An open staff session; only the staff member's browser has its token. */
export interface StaffSession {
  readonly id: string
  readonly openedAt: Date
  readonly expiresAt: Date
}

/** A session and its token: 256 random bits that are never stored. */
export function newStaffSession(now: Date): { readonly session: StaffSession; readonly token: string } {
  const token = `staff_${randomBytes(32).toString('base64url')}`
  return { token, session: { id: sessionIdOf(token), openedAt: now, expiresAt: new Date(now.getTime() + LIFETIME_MS) } }
}

/** The digest of a token that is stored, so that nobody can sign in with what the database has. */
export function sessionIdOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
