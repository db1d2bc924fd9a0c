import type { IdentityModule } from '#modules/identity'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Mailer } from '#platform/mail/mailer'
import type { PasswordHasher } from '#platform/security/passwords'
import { createSeal } from '#platform/security/seal'
import type { AdminModule } from '../admin.api.ts'
import type { AuditLog } from '../audit/audit.api.ts'
import { OWNER } from './domain/staff-person.ts'
import { createStaffAccountRepository } from './persistence/staff-account.repository.ts'
import { createStaffSessionRepository } from './persistence/staff-session.repository.ts'
import { createUsedChallengeRepository } from './persistence/used-challenge.repository.ts'
import { mailInvitationWhenStaffWasInvited } from './subscribers/mail-invitation-when-staff-was-invited.ts'
import { mailPersonWhenStaffSecurityChanged } from './subscribers/mail-person-when-staff-security-changed.ts'
import { createInvitations, createSetInvitationLink } from './use-cases/invitations.ts'
import { createOpenPersonSession } from './use-cases/open-person-session.ts'
import { createPasskeyGate } from './use-cases/open-passkey-session.ts'
import { createOwnAccess, type CheckStaffPassword } from './use-cases/own-access.ts'
import { createOwnPasskeys } from './use-cases/own-passkeys.ts'
import { createProveAgain } from './use-cases/prove-again.ts'
import { createStaffMembers } from './use-cases/staff-members.ts'
import { createBeginSession, createStaffSessions } from './use-cases/staff-sessions.ts'
import { createStaffPersonalData } from './use-cases/staff-personal-data.ts'

/**
 * Builds the gate and the access of people, and registers their mails.
 * @param input.password the gate's password, the owner's way in
 * @param input.secrets of the shop, the newest first: keys for the secrets of authenticators and the links of invitations
 */
export function createStaff(input: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly passwords: PasswordHasher
  readonly mailer: Mailer
  readonly identity: Pick<IdentityModule, 'checkNewPassword'>
  readonly password: string
  readonly secrets: readonly [string, ...string[]]
  readonly shopUrl: string
}): { readonly api: AdminModule['staff']; readonly personal: AdminModule['personalStaff'] } {
  const { database, events, clock, mailer, identity, secrets, shopUrl } = input
  const accounts = createStaffAccountRepository(database)
  const sessions = createStaffSessionRepository(database)
  const checkPassword: CheckStaffPassword = (password, { name, email }, field) =>
    identity.checkNewPassword(password, { firstName: name, lastName: '', email }, field)
  const usedChallenges = createUsedChallengeRepository(database)
  const shared = {
    ...input,
    accounts,
    sessions,
    usedChallenges,
    checkPassword,
    seal: createSeal(secrets, 'staff secrets'),
  }
  const deps = { ...shared, beginSession: createBeginSession(shared), proveAgain: createProveAgain(shared) }

  mailInvitationWhenStaffWasInvited({
    events,
    mailer,
    clock,
    setInvitationLink: createSetInvitationLink({ accounts }),
    shopUrl,
    secret: secrets[0],
  })
  mailPersonWhenStaffSecurityChanged({ events, mailer, accounts })

  return {
    api: {
      ...createStaffSessions(deps),
      openPersonSession: createOpenPersonSession(deps),
      owner: OWNER,
      members: createStaffMembers(deps),
      invitations: createInvitations(deps),
      own: createOwnAccess(deps),
      passkeyGate: createPasskeyGate(deps),
      ownPasskeys: createOwnPasskeys(deps),
    },
    personal: createStaffPersonalData(deps),
  }
}
