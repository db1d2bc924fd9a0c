import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '#platform/time/durations'

const SESSION_DAYS = 7
const IDLE_DAYS = 3
const SEEN_EVERY_MS = 10 * MINUTE_MS
const PASSWORD_CHOICE_MS = 15 * MINUTE_MS

/** The most sessions of one customer; the oldest ends when there is another one. */
export const MAX_SESSIONS = 20

/** One issued token: worth nothing once its session is deleted, has expired or was not used for three days. */
export interface Session {
  readonly id: string
  readonly userId: string
  /** The browser and system in words ("Firefox on Windows"); null when it did not say. */
  readonly device: string | null
  readonly createdAt: Date
  /** When it was used last, to ten minutes. */
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  /** Until then the customer may choose a new password without the old one; null unless a code opened the session. */
  readonly passwordChoiceUntil: Date | null
}

/** A new session of this customer: 192 random bits, seven days. */
export function newSession(userId: string, device: string | null, now: Date): Session {
  return {
    id: randomBytes(24).toString('base64url'),
    userId,
    device,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
    passwordChoiceUntil: null,
  }
}

/** The session with the right to choose a new password without the old one, for 15 minutes. */
export function withPasswordChoice(session: Session, now: Date): Session {
  return { ...session, passwordChoiceUntil: new Date(now.getTime() + PASSWORD_CHOICE_MS) }
}

/** Whether the right of `withPasswordChoice` counts. */
export function mayChoosePassword({ passwordChoiceUntil }: Session, now: Date): boolean {
  return passwordChoiceUntil !== null && passwordChoiceUntil > now
}

/** Whether a session still signs its customer in: within its seven days, and used within the last three. */
export function isOpen({ expiresAt, lastSeenAt }: Session, now: Date): boolean {
  return expiresAt > now && now.getTime() - lastSeenAt.getTime() < IDLE_DAYS * DAY_MS
}

/** Whether it is time to note that a session was used. */
export function isSightingDue({ lastSeenAt }: Session, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS
}

/** What a session is called in lists: its id stands in its token and stays on the server. */
export function sessionKeyOf({ id }: Pick<Session, 'id'>): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 22)
}
