import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createPrivacyRequestRepository } from './privacy-request.repository.ts'
import { createFillOwnerIds, identitySchemaSteps } from './schema-steps.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.drop())

it('privacy requests that belonged to a name belong to its account, a part at a time', async () => {
  const requests = db.database.connection.collection<{ _id: string; assignee: string | null; assigneeId?: string }>(
    'privacy_requests',
  )
  await requests.insertMany([
    ...Array.from({ length: 250 }, (_, index) => ({ _id: `many-${index}`, assignee: index % 2 === 0 ? 'Ann' : null })),
    { _id: 'of-nobody-known', assignee: 'Mum' },
    { _id: 'of-an-account', assignee: 'Ann', assigneeId: 'b' },
  ])
  const fill = createFillOwnerIds(db.database)
  const parts = []
  do parts.push(await fill((name) => (name === 'Ann' ? 'a' : null)))
  while (parts.at(-1) === true)
  expect(parts).toEqual([true, true, false])
  expect(await requests.countDocuments({ assigneeId: { $exists: false } })).toBe(0)
  expect(await requests.countDocuments({ assigneeId: 'a' })).toBe(125)
  expect(await requests.findOne({ _id: 'of-an-account' })).toMatchObject({ assigneeId: 'b' })
  expect(await requests.findOne({ _id: 'of-nobody-known' })).toMatchObject({ assignee: 'Mum', assigneeId: null })
})

it('privacy requests of before the search are found by it, a part at a time, also those of who was erased', async () => {
  const requests = db.database.connection.collection<{ _id: string; searchKeys?: string[] }>('privacy_requests')
  await requests.deleteMany({})
  const stored = { lastName: 'Quill', requestType: 'access', description: 'All of it.' }
  await requests.insertMany([
    ...Array.from({ length: 250 }, (_, index) => {
      const email = index === 0 ? null : `dana${index}@example.com`
      return { _id: `DR-${index}`, firstName: 'Dana', email, ...stored }
    }),
    { _id: 'DR-known', searchKeys: ['known'] },
  ])
  const step = identitySchemaSteps(db.database).find(({ name }) => name === 'privacy-requests-fill-search-keys')
  const parts = []
  do parts.push(await step?.runBatch())
  while (parts.at(-1) === true)
  expect(parts).toEqual([true, true, false])
  expect(await requests.countDocuments({ searchKeys: 'quill' })).toBe(250)
  expect(await requests.findOne({ searchKeys: 'dr-249' })).toMatchObject({ _id: 'DR-249' })
  expect(await requests.findOne({ _id: 'DR-known' })).toMatchObject({ searchKeys: ['known'] })
})

it('a privacy request that counts as answered is open again if its last reply could not be sent', async () => {
  const requests = db.database.connection.collection<{ _id: string; state: string; version: number }>(
    'privacy_requests',
  )
  const answered = (last: string) => ({ _id: `DR-${last}`, state: 'answered', replies: [{ state: last }], version: 1 })
  await requests.insertMany([answered('failed'), answered('sent')])
  const step = identitySchemaSteps(db.database).find(({ name }) => name === 'privacy-requests-reopen-unsent')
  expect(await step?.runBatch()).toBe(false)
  expect(await requests.findOne({ _id: 'DR-failed' })).toMatchObject({ state: 'open', version: 2 })
  expect(await requests.findOne({ _id: 'DR-sent' })).toMatchObject({ state: 'answered', version: 1 })
})

it('a privacy request of before deletions kept the whole person is fulfilled, one under way with its account', async () => {
  const requests = db.database.connection.collection<{ _id: string; [field: string]: unknown }>('privacy_requests')
  await requests.deleteMany({})
  const at = new Date('2026-11-21T03:00:00Z')
  const stored = { requestType: 'delete', receivedAt: at, verifiedAt: null }
  const due = Array.from({ length: 250 }, (_, index) => ({ _id: `DR-${index}`, ...stored, subjectId: null }))
  const typed = { names: ['Dana Quill'] }
  await requests.insertMany([
    ...due,
    { _id: 'DR-under-way', ...stored, subjectId: 'account-1' },
    { _id: 'DR-known', ...stored, subject: { customerId: 'account-2', typed, begunAt: at } },
  ])
  const step = identitySchemaSteps(db.database).find(({ name }) => name === 'privacy-requests-fill-subject')
  const parts = []
  do parts.push(await step?.runBatch())
  while (parts.at(-1) === true)
  expect(parts).toEqual([true, true, false])
  const { findSubject } = createPrivacyRequestRepository(db.database)
  expect(await findSubject('DR-249')).toBeNull()
  expect(await findSubject('DR-under-way')).toMatchObject({ customerId: 'account-1', begunAt: at })
  expect(await findSubject('DR-known')).toMatchObject({ customerId: 'account-2', typed, begunAt: at })
  expect(await requests.countDocuments({ subjectId: { $exists: true } })).toBe(0)
})
