import { createHmac, randomBytes } from 'node:crypto'
import type { StaffPerson } from './staff-person.ts'

/** The time that staff stay signed in, counted from the password (specification 2, section 4). */
const LIFETIME_MS = 24 * 3600 * 1000

/** An open staff session; only the staff member's browser has its token. */
export interface StaffSession {
  readonly id: string
  readonly person: StaffPerson
  readonly openedAt: Date
  readonly expiresAt: Date
}

/** A session and its token: 256 random bits that are never stored. */
export function newStaffSession(
  person: StaffPerson,
  now: Date,
  password: string,
): { readonly session: StaffSession; readonly token: string } {
  const token = `staff_${randomBytes(32).toString('base64url')}`
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  return { token, session: { id: sessionIdOf(token, password), person, openedAt: now, expiresAt } }
}

/**
 * The digest of a token that is stored, so that nobody can sign in with what the database has. It is keyed by the staff
 * password: where that is another one, no session of the former one is found.
 */
export function sessionIdOf(token: string, password: string): string {
  return createHmac('sha256', password).update(token).digest('base64url')
}
