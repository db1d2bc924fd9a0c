import { createHash, createHmac, randomBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '#platform/time/durations'

/** The time that staff stay signed in, counted from the password (specification 2, section 4). */
const LIFETIME_MS = DAY_MS
const SEEN_EVERY_MS = 5 * MINUTE_MS

/** What is stored of an open session; only the browser of its person has its token. */
export interface StoredStaffSession {
  readonly id: string
  /** Null for the gate's password. */
  readonly personId: string | null
  /** The browser and system in words ("Firefox on Windows"); null when it did not say. */
  readonly device: string | null
  readonly openedAt: Date
  /** To five minutes. */
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** A session and its token: 256 random bits that are never stored. */
export function newStaffSession(
  of: Pick<StoredStaffSession, 'personId' | 'device'>,
  now: Date,
  password: string,
): { readonly session: StoredStaffSession; readonly token: string } {
  const token = `staff_${randomBytes(32).toString('base64url')}`
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const { personId, device } = of
  const session = { id: sessionIdOf(token, password), personId, device, openedAt: now, lastSeenAt: now, expiresAt }
  return { token, session }
}

/**
 * The digest of a token that is stored, so that nobody can sign in with what the database has. It is keyed by the staff
 * password: where that is another one, no session of the former one is found.
 */
export function sessionIdOf(token: string, password: string): string {
  return createHmac('sha256', password).update(token).digest('base64url')
}

/** What a session is called in lists. */
export function sessionKeyOf({ id }: Pick<StoredStaffSession, 'id'>): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 22)
}

/** Whether it is time to note that a session was used. */
export function isSightingDue({ lastSeenAt }: Pick<StoredStaffSession, 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS
}
