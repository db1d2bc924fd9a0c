import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createUserRepository, type UserRepository } from './user.repository.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-11-23T08:30:00Z')
const LAST_SIGN_IN = new Date('2019-11-30T12:00:00Z')
const UNUSED_BEFORE = new Date('2019-12-23T08:30:00Z')

let db: TestDatabase
let users: UserRepository
beforeAll(async () => {
  db = await openTestDatabase()
  users = createUserRepository(db.database)
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
    profileImageUrl: null,
    isEmailVerified: true,
    createdAt: LAST_SIGN_IN,
  }
  await db.database.transaction((tx) => users.insert(tx, user, 'a hash', { digest: `of ${id}`, expiresAt: NOW }))
  return id
}
const announce = (id: string) => db.database.transaction((tx) => users.announceEnd(tx, id, UNUSED_BEFORE, NOW))

describe('the end of an account that nobody uses', () => {
  it('is announced by one of two who do so at once, and not again', async () => {
    const id = await anUnusedAccount('ada')
    expect((await users.listUnused(UNUSED_BEFORE, 10)).map(({ user }) => user.id)).toEqual([id])
    expect((await Promise.all([announce(id), announce(id)])).toSorted()).toEqual([false, true])
    expect(await announce(id)).toBe(false)
    expect(await users.listUnused(UNUSED_BEFORE, 10)).toEqual([])
  })

  it('does not come for a customer who signs in after it was announced, or while it comes', async () => {
    const id = await anUnusedAccount('bea')
    await announce(id)
    const later = new Date(NOW.getTime() + 31 * DAY_MS)
    const listed = await users.listEnded(UNUSED_BEFORE, later, 10)
    expect(listed.map((user) => user.id)).toContain(id)
    await users.noteSignIn(id, { email: 'bea@example.com', passwordHash: 'a hash' }, later)
    expect(await db.database.transaction((tx) => users.deleteEnded(tx, id, UNUSED_BEFORE))).toBe(false)
    expect(await users.find(id)).not.toBeNull()
  })
})
