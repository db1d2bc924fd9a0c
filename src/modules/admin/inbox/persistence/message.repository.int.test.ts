import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventBus } from '#platform/events/event-bus'
import { openTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import type { Message } from '../domain/message.ts'
import { createEntryStore } from '../use-cases/entry-store.ts'
import { createMessageRepository, type MessageRepository } from './message.repository.ts'

const NOW = new Date()
const EMAIL = 'dana@example.com'
let db: TestDatabase
let messages: MessageRepository
beforeAll(async () => {
  db = await openTestDatabase()
  messages = createMessageRepository(db.database)
  await db.database.buildIndexes()
})
afterAll(() => db.drop())

const aMessage = (reference: string): Message => ({
  reference,
  kind: 'contact',
  from: 'Dana Whitfield',
  email: EMAIL,
  subject: 'A jam',
  fields: [{ label: 'Message', value: 'It jams.' }],
  state: 'open',
  assignee: null,
  assigneeId: null,
  notes: [],
  replies: [],
  version: 0,
  receivedAt: NOW,
  dueAt: NOW,
})

it.each([
  ['of an erased person', 'MSG-AAAAAAAA', () => messages.eraseOfEmail(EMAIL, null)],
  ['that staff had erased', 'MSG-BBBBBBBB', () => db.database.transaction((tx) => messages.erase(tx, 'MSG-BBBBBBBB'))],
  [
    'whose words were blanked',
    'MSG-CCCCCCCC',
    () =>
      db.database.transaction((tx) =>
        messages.rewrite(tx, 'MSG-CCCCCCCC', { ...aMessage('MSG-CCCCCCCC'), from: '[erased]' }),
      ),
  ],
])('a message %s takes no note of staff who still see it as it was', async (_which, reference, erase) => {
  await db.database.transaction((tx) => messages.insert(tx, aMessage(reference)))
  await erase()
  const entries = createEntryStore({
    clock: { now: () => NOW },
    events: { publish: async () => {} } as unknown as Pick<EventBus, 'publish'>,
    identity: { findPrivacyRequest: async () => null, changePrivacyRequest: () => Promise.reject(new Error('none')) },
    messages,
    suggestions: { find: async () => null },
  })
  const note = { note: 'Dana Whitfield called from 555 010 0200.' }
  const add = db.database.transaction((tx) => entries.change(tx, { reference, version: 0 }, () => note))
  await expect(add).rejects.toMatchObject({ code: 'INBOX_ENTRY_CHANGED' })
  expect((await messages.find(null, reference))?.notes).toEqual([])
})
