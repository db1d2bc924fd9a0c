import { describe, expect, it } from 'vitest'
import type { InboxEntry, InboxReply } from '#contracts/inbox'
import { describeChanges } from './describe-changes.ts'

const reply: InboxReply = {
  id: 'r',
  at: '2026-11-23T10:00:00Z',
  by: 'Pat',
  text: 'Hi',
  state: 'sending',
  problem: null,
}
const entry: InboxEntry = {
  id: 'MSG-1',
  kind: 'support',
  reference: 'MSG-1',
  from: 'Ada',
  email: 'ada@example.com',
  subject: 'Jam',
  fields: [],
  state: 'open',
  assignee: null,
  assigneeId: null,
  notes: [],
  replies: [],
  receivedAt: '2026-11-23T10:00:00Z',
  dueAt: '2026-11-23T14:00:00Z',
  version: 0,
}

describe('what others did with an entry that is open', () => {
  it('is said in sentences, an answer by its writer', () => {
    expect(describeChanges(entry, { ...entry, replies: [reply], state: 'answered', assignee: 'Pat' })).toEqual([
      'Pat has answered.',
      'It is with Pat now.',
    ])
    expect(describeChanges(entry, { ...entry, state: 'closed' })).toEqual(['It is closed now.'])
    expect(describeChanges({ ...entry, assignee: 'Pat' }, entry)).toEqual(['Nobody has it any more.'])
    expect(describeChanges(entry, { ...entry, notes: [{ at: entry.receivedAt, text: 'x' }] })).toEqual([
      'There is a new note.',
    ])
  })

  it('is a reply that could not be sent, which brings the entry back to what is open', () => {
    const answered: InboxEntry = { ...entry, replies: [reply], state: 'answered' }
    const failed: InboxEntry = { ...answered, replies: [{ ...reply, state: 'failed' }], state: 'open', version: 2 }
    expect(describeChanges(answered, failed)).toEqual(['A reply could not be sent. It is open now.'])
    expect(describeChanges(failed, { ...failed, version: 3 })).toEqual([])
    expect(describeChanges(failed, answered)).toEqual(['It is answered now.'])
  })

  it('is nothing when only a mail went out', () => {
    const answered = { ...entry, replies: [reply] }
    expect(describeChanges(answered, { ...answered, replies: [{ ...reply, state: 'sent' }], version: 2 })).toEqual([])
  })
})
