import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createCredentialsRepository } from './credentials.repository.ts'
import { createEmailProofRepository } from './email-proof.repository.ts'
import {
  createUnusedAccountRepository,
  type UnusedAccount,
  type UnusedAccountRepository,
} from './unused-account.repository.ts'
import { userCollection } from './user-document.ts'
import { createUserRepository, type UserRepository } from './user.repository.ts'

const NOW = new Date('2026-11-23T08:30:00Z')
const LAST_SIGN_IN = new Date('2019-11-30T12:00:00Z')
const UNUSED_BEFORE = new Date('2019-12-23T08:30:00Z')

let db: TestDatabase
let users: UserRepository
let accounts: UnusedAccountRepository
beforeAll(async () => {
  db = await openTestDatabase()
  users = createUserRepository(db.database)
  accounts = createUnusedAccountRepository(db.database)
  await db.database.buildIndexes()
})
afterAll(() => db.drop())

/** A customer who signed in last seven years ago. */
async function anUnusedAccount(id: string): Promise<string> {
  const user = {
    id,
    email: `${id}@example.com`,
    firstName: 'Ada',
    lastName: 'Marlow',
    phone: '4055550142',
    phoneSince: LAST_SIGN_IN,
    ownedSince: null,
    profileImageUrl: null,
    isEmailVerified: true,
    createdAt: LAST_SIGN_IN,
  }
  await db.database.transaction((tx) => users.insert(tx, user, 'a hash', { digest: `of ${id}`, expiresAt: NOW }))
  return id
}
async function unused(id: string): Promise<UnusedAccount> {
  const found = []
  for await (const account of accounts.list(UNUSED_BEFORE)) found.push(account)
  const own = found.find((account) => account.id === id)
  if (own === undefined) throw new Error(`${id} is no unused account.`)
  return own
}
const announce = (account: UnusedAccount) => db.database.transaction((tx) => accounts.announceEnd(tx, account, NOW))
const end = (account: UnusedAccount) => db.database.transaction((tx) => accounts.deleteEnded(tx, account))

describe('the end of an account that nobody uses', () => {
  it('is announced by one of two who do so at once, and not again', async () => {
    const account = await unused(await anUnusedAccount('ada'))
    expect(account).toMatchObject({ usedAt: LAST_SIGN_IN, endAnnouncedAt: null })
    const told = await Promise.all([announce(account), announce(account)])
    expect(told.filter((user) => user !== null)).toMatchObject([{ id: 'ada' }])
    expect(await announce(account)).toBeNull()
    expect(await unused('ada')).toMatchObject({ endAnnouncedAt: NOW })
  })

  it('comes once, and to nobody who signs in after it was announced or while it comes', async () => {
    const id = await anUnusedAccount('bea')
    await announce(await unused(id))
    const account = await unused(id)
    await createCredentialsRepository(db.database).noteSignIn(
      id,
      { email: 'bea@example.com', passwordHash: 'a hash' },
      NOW,
    )
    expect(await end(account)).toBeNull()
    expect(await users.find(id)).not.toBeNull()
    const other = await anUnusedAccount('cleo')
    await announce(await unused(other))
    const ended = await unused(other)
    expect(await end(ended)).toMatchObject({ id: other })
    expect(await end(ended)).toBeNull()
  })

  it('is announced anew, and seven years later, to who has signed in by a code since', async () => {
    const id = await anUnusedAccount('eve')
    await announce(await unused(id))
    const proofs = createEmailProofRepository(db.database)
    await db.database.transaction((tx) => proofs.proveByCode(tx, 'eve@example.com', NOW))
    const row = await userCollection(db.database).findOne({ _id: id })
    expect(row).toMatchObject({ lastLoginAt: NOW })
    expect(row).not.toHaveProperty('endAnnouncedAt')
  })

  it('is counted from the sign-up where nobody ever signed in', async () => {
    const id = await anUnusedAccount('dora')
    await userCollection(db.database).updateOne({ _id: id }, { $set: { lastLoginAt: null } })
    expect(await unused(id)).toMatchObject({ lastLoginAt: null, usedAt: LAST_SIGN_IN })
    expect(await announce(await unused(id))).toMatchObject({ id })
    expect(await end(await unused(id))).toMatchObject({ id })
  })
})
