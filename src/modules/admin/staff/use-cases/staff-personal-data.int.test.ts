import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import { newInvitation, stateOf } from '../domain/staff-account.ts'
import { createStaffAccountRepository } from '../persistence/staff-account.repository.ts'
import { createStaffPersonalData } from './staff-personal-data.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

it('somebody who accepts the invitation while their data is erased keeps the access', async () => {
  const { database } = db
  const accounts = createStaffAccountRepository(database)
  await database.buildIndexes()
  const now = new Date()
  const person = { id: 'ada', name: 'Ada', email: 'ada@example.com', role: 'support' } as const
  const none = { credentials: null, lastSeenAt: null, endedAt: null }
  const invited = { ...person, invitedAt: now, invitation: newInvitation('an invitation', now), ...none }
  await database.transaction((tx) => accounts.insert(tx, invited))

  const credentials = { passwordHash: 'hash', sealedSecret: 'sealed', lastStep: 1, recoveryDigests: [], passkeys: [] }
  let reads = 0
  const personal = createStaffPersonalData({
    database,
    accounts: {
      delete: accounts.delete,
      async findByEmail(email, tx) {
        const found = await accounts.findByEmail(email, tx)
        if (reads++ === 0)
          await database.transaction((other) => accounts.set(other, person.id, { credentials, invitation: null }))
        return found
      },
    },
  })
  await personal.erase({ email: person.email })
  const kept = await accounts.find(person.id)
  expect(kept === null ? 'gone' : stateOf(kept)).toBe('active')
})
