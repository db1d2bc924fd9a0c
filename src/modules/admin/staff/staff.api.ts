import type { Actor } from '../audit/audit.api.ts'
import type { StaffSession } from './domain/staff-session.ts'

export type { StaffSession } from './domain/staff-session.ts'

/** The gate of the back office. Every attempt is in the audit log. */
export interface StaffSessions {
  /** Opens a session for 24 hours. Every wrong password takes the same time. @throws WrongStaffPassword */
  openSession(input: {
    readonly password: string
    readonly address: string
  }): Promise<{ readonly token: string; readonly expiresAt: Date }>
  /** The open session of a token; null when it was closed, has expired or never existed. */
  findSession(token: string): Promise<StaffSession | null>
  /** Ends a session; nothing happens when there is none. */
  closeSession(input: { readonly token: string; readonly address: string }): Promise<void>
  /** Ends the sessions of all staff at once, for example when the password got into other hands. */
  closeAllSessions(by: Actor): Promise<void>
}
