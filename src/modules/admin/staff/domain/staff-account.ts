import { DAY_MS } from '#platform/time/durations'
import type { Passkey } from './passkey.ts'
import type { StaffPerson, StaffRole } from './staff-person.ts'

const INVITATION_DAYS = 3

/** An invitation that was not used yet. The link is in the mail alone; its digest is stored when the mail is written. */
export interface Invitation {
  readonly id: string
  readonly digest: string | null
  readonly expiresAt: Date
}

/** What proves a person at the gate; stored together, so that all of it ends at once. */
export interface StaffCredentials {
  readonly passwordHash: string
  /** The secret of the authenticator app, encrypted. */
  readonly sealedSecret: string
  /** The number of the last 30 seconds whose code was used: no code counts twice. */
  readonly lastStep: number
  readonly recoveryDigests: readonly string[]
  /** Each of them opens the gate alone. */
  readonly passkeys: readonly Passkey[]
}

/** Somebody whom the owner invited to the back office. */
export interface StaffAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: StaffRole
  readonly invitedAt: Date
  readonly invitation: Invitation | null
  /** Null until the invitation is accepted, and after access was taken away. */
  readonly credentials: StaffCredentials | null
  readonly lastSeenAt: Date | null
  readonly endedAt: Date | null
}

export type AccountState = 'invited' | 'active' | 'ended'

/** Somebody with credentials has access, also while another invitation of theirs waits. */
export function stateOf({ credentials, invitation }: Pick<StaffAccount, 'credentials' | 'invitation'>): AccountState {
  if (credentials !== null) return 'active'
  return invitation === null ? 'ended' : 'invited'
}

/** An invitation as it is before its mail is written. */
export function newInvitation(id: string, now: Date): Invitation {
  return { id, digest: null, expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS) }
}

/** Who an account is for, without what signs in to it. */
export function personOf({ id, name, role }: StaffAccount): StaffPerson {
  return { id, name, role }
}
