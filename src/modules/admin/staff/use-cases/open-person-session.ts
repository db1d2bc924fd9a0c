import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { PasswordHasher } from '#platform/security/passwords'
import type { AuditLog } from '../../audit/audit.api.ts'
import { staffSecurityChanged } from '../../events.ts'
import { recoveryDigestOf } from '../domain/recovery-codes.ts'
import type { Seal } from '#platform/security/seal'
import { personOf, type StaffAccount, type StaffCredentials } from '../domain/staff-account.ts'
import { StaffSignInRefused } from '../errors.ts'
import type { CheckedProof, StaffAccountRepository } from '../persistence/staff-account.repository.ts'
import type { StaffSessions } from '../staff.api.ts'
import { stepOfCode } from './authenticator.ts'
import type { BeginSession } from './staff-sessions.ts'

/**
 * Signs a person in by email, password and code. The password is hashed for an unknown address too, and the code is
 * looked at only after it. What was checked is used up in the transaction that opens the session, so that of two
 * sign-ins with one code one is refused, and none gets in beside a change of password or the end of their access.
 */
export function createOpenPersonSession(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly accounts: Pick<StaffAccountRepository, 'findByEmail' | 'useProof'>
  readonly audit: Pick<AuditLog, 'record'>
  readonly passwords: PasswordHasher
  readonly seal: Seal
  readonly beginSession: BeginSession
}): StaffSessions['openPersonSession'] {
  const { database, clock, events, accounts, audit, passwords, seal, beginSession } = deps

  function checkCode(id: string, credentials: StaffCredentials, code: string): CheckedProof | null {
    const { passwordHash, sealedSecret, recoveryDigests } = credentials
    const recoveryDigest = recoveryDigestOf(code)
    if (recoveryDigest !== null)
      return recoveryDigests.includes(recoveryDigest) ? { passwordHash, recoveryDigest } : null
    const secret = seal.open(sealedSecret, id)
    const step = secret === null ? null : stepOfCode(secret.text, code, clock.now())
    if (secret === null || step === null) return null
    return { passwordHash, step, resealedSecret: secret.isOfOldSecret ? seal.close(secret.text, id) : null }
  }

  /** The log names a person whose address was tried, and nobody for an address that is nobody's. */
  async function refuse(account: StaffAccount | null, address: string, isPasswordRight: boolean): Promise<never> {
    const subject = account === null ? null : `staff ${account.name}`
    await audit.record(null, { action: 'session.refused', subject, by: { person: null, address } })
    throw new StaffSignInRefused(isPasswordRight)
  }

  return async function openPersonSession({ email, password, code, ...place }) {
    const account = await accounts.findByEmail(email)
    const credentials = account?.credentials ?? null
    const fits = await passwords.matches(password, credentials?.passwordHash ?? null)
    if (account === null || credentials === null || !fits) return refuse(account, place.address, false)
    const proof = checkCode(account.id, credentials, code)
    if (proof === null) return refuse(account, place.address, true)
    const opened = await database.transaction(async (tx) => {
      if (!(await accounts.useProof(tx, account.id, proof, clock.now()))) return null
      if ('recoveryDigest' in proof)
        await events.publish(tx, staffSecurityChanged, { personId: account.id, change: 'recovery-code-used' })
      return beginSession(tx, personOf(account), place)
    })
    return opened ?? refuse(account, place.address, true)
  }
}
