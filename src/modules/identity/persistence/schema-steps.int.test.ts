import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createFillOwnerIds } from './schema-steps.ts'

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
