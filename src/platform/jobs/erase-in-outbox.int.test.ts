import { expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/test-database.ts'
import { eraseInOutbox } from './erase-in-outbox.ts'
import type { OutboxRow } from './outbox-row.ts'

const DANA = 'dana@example.com'

async function openOutbox() {
  const { database, drop } = await openTestDatabase()
  const rows = database.collection<OutboxRow>('outbox', [])
  const mail = (_id: string, to: string, status: OutboxRow['status'] = 'queued'): OutboxRow => ({
    _id,
    name: 'send-mail',
    queue: 'mail',
    payload: { to },
    status,
    notBefore: new Date(),
    delivery: 0,
    attempts: 0,
    leaseUntil: null,
    lastError: `550 <${to}>: no such mailbox`,
    createdAt: new Date(),
    failedAt: null,
    expiresAt: null,
  })
  const left = async () =>
    (await rows.find({}).sort({ _id: 1 }).toArray()).map(({ _id, lastError }) => [_id, lastError])
  return { rows, mail, left, [Symbol.asyncDispose]: drop }
}

it('deletes waiting mails to a person, and blanks their address in the errors of others', async () => {
  await using outbox = await openOutbox()
  const { rows, mail, left } = outbox
  await rows.insertMany([mail('1', DANA), mail('2', DANA.toUpperCase(), 'failed'), mail('3', DANA, 'done')])
  await rows.insertOne(mail('4', 'ben@example.com'))
  await eraseInOutbox(rows, [DANA])
  expect(await left()).toEqual([
    ['3', '550 <[erased]>: no such mailbox'],
    ['4', '550 <ben@example.com>: no such mailbox'],
  ])
})

it('deletes a mail to a person wherever it waits or runs, and blanks what names them in other jobs', async () => {
  await using outbox = await openOutbox()
  const { rows, mail } = outbox
  const unfinished = ['delayed', 'queued', 'handed', 'active', 'failed'] as const
  for (const status of unfinished) {
    await rows.insertOne(mail(`mail-${status}`, DANA, status))
    const payload = { people: [{ email: DANA.toUpperCase(), note: `Write to ${DANA}` }, 'ben@example.com'], count: 2 }
    await rows.insertOne({ ...mail(`other-${status}`, DANA, status), queue: 'imports', payload, lastError: null })
  }
  await eraseInOutbox(rows, [DANA])
  const left = await rows.find({}).toArray()
  expect(left.map(({ _id }) => _id).toSorted()).toEqual(unfinished.map((status) => `other-${status}`).toSorted())
  for (const { payload } of left)
    expect(payload).toEqual({
      people: [{ email: '[erased]', note: `Write to ${DANA}` }, 'ben@example.com'],
      count: 2,
    })
})

it('leaves what is written while it asks whether that is still due', async () => {
  await using outbox = await openOutbox()
  const { rows, mail, left } = outbox
  await rows.insertOne(mail('1', DANA))
  await eraseInOutbox(rows, [DANA], async () => {
    await rows.insertOne(mail('2', DANA))
    return true
  })
  expect(await left()).toEqual([['2', `550 <${DANA}>: no such mailbox`]])
})

it('deletes what a process has begun while it asks whether that is still due', async () => {
  await using outbox = await openOutbox()
  const { rows, mail, left } = outbox
  await rows.insertOne({ ...mail('1', DANA), lastError: null })
  await eraseInOutbox(rows, [DANA], async () => {
    await rows.updateOne({ _id: '1' }, { $set: { status: 'active' } })
    return true
  })
  expect(await left()).toEqual([])
})

it('leaves everything when it is not due any more', async () => {
  await using outbox = await openOutbox()
  const { rows, mail, left } = outbox
  await rows.insertMany([mail('1', DANA), mail('2', DANA, 'done')])
  const before = await left()
  await eraseInOutbox(rows, [DANA], () => Promise.resolve(false))
  expect(await left()).toEqual(before)
})
