import { randomBytes } from 'node:crypto'
import type { Session } from './user.ts'

const SESSION_DAYS = 7
const DAY_MS = 86_400_000

/** A new session of this customer: 192 random bits, seven days. */
export function newSession(userId: string, now: Date): Session {
  return {
    id: randomBytes(24).toString('base64url'),
    userId,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
  }
}
