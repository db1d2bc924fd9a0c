import type { PasswordHasher } from '#platform/security/passwords'
import type { StaffAccount, StaffCredentials } from '../domain/staff-account.ts'
import { OWNER } from '../domain/staff-person.ts'
import { CurrentStaffPasswordWrong, NoOwnCredentials } from '../errors.ts'
import type { StaffAccountRepository } from '../persistence/staff-account.repository.ts'
import type { StaffSession } from '../staff.api.ts'

/** Whose account a session is; null for the gate's password, which has none. */
export function personIdOf({ person }: Pick<StaffSession, 'person'>): string | null {
  return person.id === OWNER.id ? null : person.id
}

/**
 * Checks the password of somebody who is signed in, before they change what opens the gate for them.
 * @throws NoOwnCredentials @throws CurrentStaffPasswordWrong @throws TooBusy
 */
export type ProveAgain = (
  session: StaffSession,
  password: string,
) => Promise<{ readonly account: StaffAccount; readonly credentials: StaffCredentials }>

export function createProveAgain(deps: {
  readonly accounts: Pick<StaffAccountRepository, 'find'>
  readonly passwords: PasswordHasher
}): ProveAgain {
  return async function proveAgain(session, password) {
    const personId = personIdOf(session)
    const account = personId === null ? null : await deps.accounts.find(personId)
    const credentials = account?.credentials ?? null
    if (account === null || credentials === null) throw new NoOwnCredentials()
    if (!(await deps.passwords.matches(password, credentials.passwordHash))) throw new CurrentStaffPasswordWrong()
    return { account, credentials }
  }
}
