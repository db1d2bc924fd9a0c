import type { Database } from '#platform/database/database'
import { stateOf } from '../domain/staff-account.ts'
import type { StaffAccountRepository } from '../persistence/staff-account.repository.ts'

/** What the shop holds about somebody as a member of its staff, for privacy requests. */
export interface StaffPersonalData {
  list(person: { readonly email: string }): Promise<unknown>
  /**
   * A person who has access keeps it: the owner ends it first. The log keeps the name of the person who acted.
   * @param person.ownedUntil until when the address was theirs; null or absent while no other account has it
   */
  erase(person: { readonly email: string; readonly ownedUntil?: Date | null }): Promise<void>
}

export function createStaffPersonalData(deps: {
  readonly database: Database
  readonly accounts: Pick<StaffAccountRepository, 'findByEmail' | 'delete'>
}): StaffPersonalData {
  const { database, accounts } = deps
  return {
    async list({ email }) {
      const account = await accounts.findByEmail(email)
      if (account === null) return null
      const { name, role, invitedAt, lastSeenAt, endedAt, credentials } = account
      const passkeys = (credentials?.passkeys ?? []).map(({ name: called, addedAt, lastUsedAt }) => ({
        name: called,
        addedAt,
        lastUsedAt,
      }))
      return { name, email, role, state: stateOf(account), invitedAt, lastSeenAt, endedAt, passkeys }
    },
    async erase({ email, ownedUntil = null }) {
      await database.transaction(async (tx) => {
        // In the transaction: an invitation may be accepted at this moment.
        const account = await accounts.findByEmail(email, tx)
        if (account === null || stateOf(account) === 'active') return
        if (ownedUntil !== null && account.invitedAt > ownedUntil) return
        await accounts.delete(tx, account.id)
      })
    },
  }
}
