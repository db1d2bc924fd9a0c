import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { newEmailChange } from '../domain/email-change.ts'
import { createEmailChangeRepository, type EmailChangeRepository } from './email-change.repository.ts'

// Not in the past: the database deletes what has expired by its own clock.
const NOW = new Date()

let db: TestDatabase
let changes: EmailChangeRepository
beforeAll(async () => {
  db = await openTestDatabase()
  changes = createEmailChangeRepository(db.database)
  await db.database.buildIndexes()
})
afterAll(() => db.drop())

/** A change of a customer from their address to another one. */
async function aChange(id: string, { isEmailVerified }: { readonly isEmailVerified: boolean }) {
  const customer = {
    id,
    email: `${id}@example.com`,
    firstName: 'Ada',
    lastName: 'Marlow',
    phone: '4055550142',
    phoneSince: NOW,
    ownedSince: null,
    profileImageUrl: null,
    isEmailVerified,
    createdAt: NOW,
  }
  const { change } = newEmailChange(customer, `new-${customer.email}`, 'a session', NOW)
  await db.database.transaction((tx) => changes.begin(tx, change))
  return change
}
const isReserved = (email: string, now = NOW, exceptUserId?: string) =>
  db.database.transaction((tx) => changes.isReserved(tx, email, now, exceptUserId))

it('an address is reserved for its former account once another one is proved there, until that can be taken back no longer', async () => {
  const { id, userId, oldEmail, expiresAt } = await aChange('ada', { isEmailVerified: true })
  expect(await isReserved(oldEmail)).toBe(false)
  await db.database.transaction((tx) => changes.noteProved(tx, id, NOW))
  expect(await isReserved(oldEmail)).toBe(true)
  expect(await isReserved(oldEmail, NOW, userId)).toBe(false)
  expect(await isReserved(oldEmail, NOW, 'another customer')).toBe(true)
  expect(await isReserved(oldEmail, new Date(expiresAt.getTime() - 1))).toBe(true)
  expect(await isReserved(oldEmail, expiresAt)).toBe(false)
})

it('an address that nobody had proved is reserved for nobody', async () => {
  const { id, oldEmail } = await aChange('bea', { isEmailVerified: false })
  await db.database.transaction((tx) => changes.noteProved(tx, id, NOW))
  expect(await isReserved(oldEmail)).toBe(false)
})
