import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IdentityModule } from '#modules/identity'
import { runSchemaSteps } from '#platform/database/schema-steps'
import { createLogger } from '#platform/log/logger'
import { openTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import { OWNER } from '../../staff/domain/staff-person.ts'
import type { StaffMember } from '../../staff/staff.api.ts'
import { inboxSchemaSteps } from './schema-steps.ts'

interface Entry {
  _id: string
  assignee: string | null
  assigneeId?: string | null
}

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

const PEOPLE = [
  { id: 'a', name: 'Ann', endedAt: null },
  { id: 'a-before', name: 'Ann', endedAt: new Date() },
  { id: 'b', name: 'Bea', endedAt: new Date() },
  { id: 'c-1', name: 'Cem', endedAt: null },
  { id: 'c-2', name: 'Cem', endedAt: null },
]
const STORED: readonly (readonly [id: string, assignee: string | null, becomes: string | null])[] = [
  ['ann', 'Ann', 'a'],
  ['bea', 'Bea', 'b'],
  ['two-of-that-name', 'Cem', null],
  ['somebody-without-account', 'Mum', null],
  ['owner', 'Owner', 'owner'],
  ['nobody', null, null],
]

it('messages that belonged to a name belong to the account of that name, and privacy requests are asked for, too', async () => {
  const messages = db.database.connection.collection<Entry>('messages')
  const texts = { searchKeys: [], from: '', email: null, subject: '', fields: [] }
  await messages.insertMany([
    ...STORED.map(([_id, assignee]) => ({ _id, assignee, ...texts })),
    ...Array.from({ length: 250 }, (_, index) => ({ _id: `many-${index}`, assignee: 'Ann', ...texts })),
    { _id: 'of-an-account', assignee: 'Ann', assigneeId: 'a-before', ...texts },
  ])
  const members = { list: async () => PEOPLE as unknown as readonly StaffMember[] }
  const asked: (string | null)[] = []
  const identity: Pick<IdentityModule, 'fillOwnerIdsOfPrivacyRequests'> = {
    fillOwnerIdsOfPrivacyRequests: async (idOf) => asked.push(idOf('Ann')) < 3,
  }
  const steps = inboxSchemaSteps({ database: db.database, identity, staff: { owner: OWNER, members } })
  await runSchemaSteps({ database: db.database, logger: createLogger('silent'), steps })

  expect(await messages.countDocuments({ assigneeId: { $exists: false } })).toBe(0)
  expect(await messages.countDocuments({ assigneeId: 'a' })).toBe(251)
  for (const [_id, assignee, assigneeId] of [...STORED, ['of-an-account', 'Ann', 'a-before'] as const])
    expect(await messages.findOne({ _id })).toMatchObject({ assignee, assigneeId })
  expect(asked).toEqual(['a', 'a', 'a'])
})

it('of messages, those that count as answered are open again if their last reply could not be sent', async () => {
  const messages = db.database.connection.collection<{ _id: string; state: string; version: number }>('messages')
  const states = ['sent', 'failed', 'waiting', 'sending'] as const
  const entries = (['open', 'answered', 'closed'] as const).flatMap((state) =>
    states.flatMap((first) =>
      states.map((last) => ({
        _id: `${state} ${first} ${last}`,
        state,
        replies: [{ state: first }, { state: last }],
        version: 3,
        becomes: state === 'answered' && last === 'failed' ? { state: 'open', version: 4 } : { state, version: 3 },
      })),
    ),
  )
  await messages.insertMany(entries)
  const identity = { fillOwnerIdsOfPrivacyRequests: async () => false }
  const staff = { owner: OWNER, members: { list: async () => [] } }
  const steps = inboxSchemaSteps({ database: db.database, identity, staff })
  await steps.find(({ name }) => name === 'messages-reopen-unsent')?.runBatch()
  for (const { _id, becomes } of entries) expect(await messages.findOne({ _id })).toMatchObject({ _id, ...becomes })
})
