import type { NoteMade } from '#platform/database/repeatable-calls'
import type { Actor } from '../audit/audit.api.ts'
import type { AccountState, StaffAccount } from './domain/staff-account.ts'
import type { Passkey } from './domain/passkey.ts'
import type { StaffPerson, StaffRole } from './domain/staff-person.ts'
import type { StoredStaffSession } from './domain/staff-session.ts'

export type { StaffPerson, StaffRole } from './domain/staff-person.ts'

/** An open session, and whose it is at this moment: a change of role counts from the next call on. */
export interface StaffSession extends Pick<StoredStaffSession, 'id' | 'openedAt' | 'expiresAt'> {
  readonly person: StaffPerson
}

/** A session that somebody has just opened; the token is shown this once and stored as a digest. */
export interface OpenedSession {
  readonly token: string
  readonly expiresAt: Date
  readonly person: StaffPerson
}

/** From where somebody signs in. */
export interface SignInPlace {
  readonly address: string
  /** The browser and system in words; null when it did not say. */
  readonly device: string | null
}

/** The gate of the back office. Every attempt is in the audit log. */
export interface StaffSessions {
  /**
   * The owner's way in. Opens a session for 24 hours. Every wrong password takes the same time.
   * @throws WrongStaffPassword
   */
  openSession(input: { readonly password: string } & SignInPlace): Promise<OpenedSession>
  /**
   * The way in of people who were invited. `code` is one of the authenticator app or a recovery code; either counts
   * once. An unknown address takes the same time as a wrong password. @throws StaffSignInRefused @throws TooBusy
   */
  openPersonSession(
    input: { readonly email: string; readonly password: string; readonly code: string } & SignInPlace,
  ): Promise<OpenedSession>
  /**
   * The open session of a token; null when it was closed, has expired or never existed, and when access was taken away.
   */
  findSession(token: string): Promise<StaffSession | null>
  /** Ends a session; nothing happens when there is none. */
  closeSession(input: { readonly token: string; readonly address: string }): Promise<void>
  /** Ends the sessions of all staff at once, for example when the password got into other hands. */
  closeAllSessions(by: Actor): Promise<void>
}

/** A person as the owner sees them. */
export interface StaffMember extends Pick<StaffAccount, 'id' | 'name' | 'email' | 'role' | 'invitedAt' | 'lastSeenAt'> {
  readonly state: AccountState
  readonly endedAt: Date | null
  /** Until when an invitation can be accepted; null when none waits. It may be in the past. */
  readonly invitedUntil: Date | null
  readonly openSessions: number
  readonly passkeys: number
}

/** What the owner does with people's access. All of it is in the audit log. */
export interface StaffMembers {
  /** Everybody who was ever invited, also those whose access has ended. */
  list(): Promise<readonly StaffMember[]>
  /** @throws StaffNotFound */
  get(id: string): Promise<StaffMember>
  /** Has an invitation mailed. @throws StaffAddressTaken @throws StaffListFull */
  invite(
    person: { readonly name: string; readonly email: string; readonly role: StaffRole },
    by: Actor,
    note?: NoteMade,
  ): Promise<StaffMember>
  /**
   * Has a new invitation mailed; earlier ones stop working. A person who has access keeps it until they accept: that is
   * how a forgotten password or a lost telephone is dealt with. @throws StaffNotFound
   */
  inviteAgain(id: string, by: Actor): Promise<StaffMember>
  /** A person who never had access is gone from the list then. @throws StaffNotFound @throws NoInvitation */
  withdrawInvitation(id: string, by: Actor): Promise<void>
  /**
   * @param change.roleWas the role that was seen; absent: whatever it is by now
   * @throws StaffNotFound @throws RoleChanged
   */
  changeRole(
    id: string,
    change: { readonly role: StaffRole; readonly roleWas?: StaffRole | undefined },
    by: Actor,
  ): Promise<StaffMember>
  /** Signs a person out everywhere. @throws StaffNotFound */
  endSessions(id: string, by: Actor): Promise<StaffMember>
  /**
   * For a lost or stolen device: the person signs in with password and code, and is signed out everywhere now.
   * @throws StaffNotFound
   */
  removePasskeys(id: string, by: Actor): Promise<StaffMember>
  /**
   * Takes access away at once: password, authenticator, codes, passkeys, invitation and sessions. @throws StaffNotFound
   */
  endAccess(id: string, by: Actor): Promise<StaffMember>
}

/** What the page of an invitation shows. */
export interface OpenedInvitation extends Pick<StaffAccount, 'name' | 'email' | 'role'> {
  readonly expiresAt: Date
  /** For the authenticator app: as text, and as the address in a QR code. */
  readonly secret: string
  readonly uri: string
  /** The same secret, sealed; the page sends it back, so that nothing is stored until the invitation is accepted. */
  readonly setup: string
}

/** What the page behind the link of an invitation does. */
export interface Invitations {
  /** @throws InvitationOver */
  open(token: string): Promise<OpenedInvitation>
  /**
   * Uses the invitation up, once: the password and the authenticator count from then on, and former sessions end. Signs
   * the person in and gives the recovery codes, which are shown this once. Who had access before hears of it by mail.
   * @throws InvitationOver @throws SetupOver @throws SetupCodeWrong @throws PasswordTooCommon @throws TooBusy
   */
  accept(
    input: {
      readonly token: string
      readonly setup: string
      readonly password: string
      readonly code: string
    } & SignInPlace,
  ): Promise<OpenedSession & { readonly recoveryCodes: readonly string[] }>
}

/** A session as its person sees it. */
export interface ListedStaffSession extends Pick<StoredStaffSession, 'device' | 'openedAt' | 'lastSeenAt'> {
  readonly key: string
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean
}

/** A passkey as its person sees it. */
export interface ListedPasskey extends Pick<Passkey, 'name' | 'addedAt' | 'lastUsedAt'> {
  readonly key: string
}

/** What signed-in staff see and change of their own access. */
export interface OwnAccess {
  /** Who the session is for, and what signs in to their access. */
  find(session: StaffSession): Promise<{
    readonly person: StaffPerson
    /** Null for the gate's password, which has neither address nor codes nor passkeys. */
    readonly email: string | null
    readonly recoveryCodesLeft: number | null
    readonly passkeys: readonly ListedPasskey[] | null
    readonly sessions: readonly ListedStaffSession[]
  }>
  /**
   * Ends all other sessions of the person.
   * @throws CurrentStaffPasswordWrong @throws PasswordTooCommon @throws NoOwnCredentials @throws TooBusy
   */
  changePassword(
    session: StaffSession,
    passwords: { readonly currentPassword: string; readonly newPassword: string },
    by: Actor,
  ): Promise<void>
  /** Earlier codes stop working. @throws CurrentStaffPasswordWrong @throws NoOwnCredentials @throws TooBusy */
  renewRecoveryCodes(session: StaffSession, currentPassword: string, by: Actor): Promise<readonly string[]>
  /** @throws StaffSessionNotFound */
  endSession(session: StaffSession, key: string, by: Actor): Promise<void>
  /** Signs the person out everywhere else. */
  endOtherSessions(session: StaffSession, by: Actor): Promise<void>
}
