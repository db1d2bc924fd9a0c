import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { digestOf } from '#platform/security/link-token'
import type { PasswordHasher } from '#platform/security/passwords'
import type { AuditLog } from '../../audit/audit.api.ts'
import { staffAccessChanged, staffSecurityChanged } from '../../events.ts'
import { newRecoveryCodes } from '../domain/recovery-codes.ts'
import type { Seal } from '#platform/security/seal'
import { personOf, type StaffAccount } from '../domain/staff-account.ts'
import { InvitationOver, SetupCodeWrong, SetupOver } from '../errors.ts'
import type { StaffAccountRepository } from '../persistence/staff-account.repository.ts'
import type { StaffSessionRepository } from '../persistence/staff-session.repository.ts'
import type { Invitations } from '../staff.api.ts'
import { newAuthenticator, stepOfCode } from './authenticator.ts'
import type { CheckStaffPassword } from './own-access.ts'
import type { BeginSession } from './staff-sessions.ts'

/** Stores what the link of an invitation is recognized by; null when it is not the person's latest one any more. */
export type SetInvitationLink = (
  personId: string,
  invitationId: string,
  token: string,
) => Promise<{ readonly email: string; readonly expiresAt: Date } | null>

export function createSetInvitationLink(deps: {
  readonly accounts: Pick<StaffAccountRepository, 'find' | 'setInvitationDigest'>
}): SetInvitationLink {
  return async function setInvitationLink(personId, invitationId, token) {
    const account = await deps.accounts.find(personId)
    if (account === null || account.invitation?.id !== invitationId) return null
    if (!(await deps.accounts.setInvitationDigest(invitationId, digestOf(token)))) return null
    return { email: account.email, expiresAt: account.invitation.expiresAt }
  }
}

/** The page behind an invitation's link: it shows a new authenticator each time, and counts once. */
export function createInvitations(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly accounts: Pick<StaffAccountRepository, 'findByInvitation' | 'set'>
  readonly sessions: Pick<StaffSessionRepository, 'deleteOf'>
  readonly audit: Pick<AuditLog, 'record'>
  readonly passwords: PasswordHasher
  readonly checkPassword: CheckStaffPassword
  readonly seal: Seal
  readonly beginSession: BeginSession
}): Invitations {
  const { database, clock, events, accounts, sessions, audit, passwords, checkPassword, seal, beginSession } = deps

  const contextOf = (invitationId: string) => `setup ${invitationId}`

  function openOnly(account: StaffAccount | null) {
    const invitation = account?.invitation ?? null
    if (account === null || invitation === null || invitation.expiresAt <= clock.now()) throw new InvitationOver()
    return { account, invitation }
  }

  return {
    async open(token) {
      const { account, invitation } = openOnly(await accounts.findByInvitation(digestOf(token)))
      const { name, email, role } = account
      const { secret, uri } = newAuthenticator(email)
      const setup = seal.close(secret, contextOf(invitation.id))
      return { name, email, role, expiresAt: invitation.expiresAt, secret, uri, setup }
    },

    async accept({ token, setup, password, code, ...place }) {
      const digest = digestOf(token)
      const { account, invitation } = openOnly(await accounts.findByInvitation(digest))
      const secret = seal.open(setup, contextOf(invitation.id))?.text
      if (secret === undefined) throw new SetupOver()
      const step = stepOfCode(secret, code, clock.now())
      if (step === null) throw new SetupCodeWrong()
      checkPassword(password, account, 'password')
      const passwordHash = await passwords.hash(password)
      const { codes, digests } = newRecoveryCodes()
      const sealedSecret = seal.close(secret, account.id)
      const credentials = { passwordHash, sealedSecret, lastStep: step, recoveryDigests: digests, passkeys: [] }

      const opened = await database.transaction(async (tx) => {
        // It may have been used, replaced or withdrawn while the password was hashed.
        const { account: current } = openOnly(await accounts.findByInvitation(digest, tx))
        const now = clock.now()
        await accounts.set(tx, current.id, { credentials, invitation: null, endedAt: null, lastSeenAt: now })
        await sessions.deleteOf(tx, current.id, null)
        await events.publish(tx, staffAccessChanged, { personId: current.id })
        // Whoever accepts it for somebody who has access replaces what opens the gate for them.
        if (current.credentials !== null)
          await events.publish(tx, staffSecurityChanged, { personId: current.id, change: 'password' })
        const by = { person: personOf(current), address: place.address }
        await audit.record(tx, { action: 'staff.joined', subject: `staff ${current.name}`, by })
        return beginSession(tx, personOf(current), place)
      })
      return { ...opened, recoveryCodes: codes }
    },
  }
}
