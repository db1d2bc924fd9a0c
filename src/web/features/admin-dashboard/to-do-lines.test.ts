import { expect, test } from 'vitest'
import type { ToDo } from '#contracts/admin'
import { toDoLines, waitingByRoom } from './to-do-lines.ts'

const NOTHING: ToDo = {
  orders: { pending: 0, processing: 0, awaitingRelease: 0, openReturns: 0 },
  inbox: { open: 0, late: 0, failed: 0 },
  failedImport: null,
  outOfStock: 0,
  failedJobs: 0,
  withheldMails: 0,
}

test('nothing is shown of what does not wait', () => {
  expect(toDoLines(NOTHING)).toEqual([])
  expect(Object.values(waitingByRoom(NOTHING)).every(({ count }) => count === 0)).toBe(true)
})

test('no order and no message waits twice, and what is late stands first', () => {
  const lines = toDoLines({
    ...NOTHING,
    orders: { ...NOTHING.orders, pending: 5, awaitingRelease: 2 },
    inbox: { open: 4, late: 3, failed: 0 },
    failedImport: { id: 'a', fileName: 'list.csv', failed: 51 },
  })
  expect(lines.map(({ title, count }) => [title, count])).toEqual([
    ['Late messages', 3],
    ['Orders to release', 2],
    ['New orders to process', 3],
    ['Messages to answer', 1],
    ['Failed rows of the last price list', 51],
  ])
})

test('a room says how many wait in it, and of one as of one', () => {
  const words = (toDo: Partial<ToDo>) =>
    Object.values(waitingByRoom({ ...NOTHING, ...toDo })).flatMap((room) => (room.count === 0 ? [] : room.words))
  expect(
    words({
      orders: { ...NOTHING.orders, pending: 1 },
      inbox: { open: 1, late: 1, failed: 0 },
      failedImport: { id: 'a', fileName: 'list.csv', failed: 1 },
      failedJobs: 1,
    }),
  ).toEqual(['1 order waits for the shop', '1 failed row', '1 message open, late', '1 failed job'])
  expect(
    words({
      orders: { ...NOTHING.orders, pending: 1200, processing: 2, openReturns: 1 },
      inbox: { open: 3, late: 1, failed: 0 },
      failedImport: { id: 'a', fileName: 'list.csv', failed: 51 },
      failedJobs: 2,
    }),
  ).toEqual(['1,203 orders wait for the shop', '51 failed rows', '3 messages open, 1 of them late', '2 failed jobs'])
  expect(words({ inbox: { open: 1, late: 0, failed: 0 } })).toEqual(['1 message open'])
})

test('privacy requests that failed have a line of their own, and their jobs are not counted twice', () => {
  const counts = (failed: number, failedJobs: number) =>
    toDoLines({ ...NOTHING, inbox: { ...NOTHING.inbox, failed }, failedJobs }).map(({ key, count }) => [key, count])
  expect(counts(2, 2)).toEqual([['requests', 2]])
  expect(counts(1, 3)).toEqual([
    ['requests', 1],
    ['jobs', 2],
  ])
  // For whom may not see the jobs.
  expect(counts(1, 0)).toEqual([['requests', 1]])
})

test('every line leads into the filtered room', () => {
  const lines = toDoLines({
    orders: { pending: 2, processing: 1, awaitingRelease: 1, openReturns: 1 },
    inbox: { open: 2, late: 1, failed: 1 },
    failedImport: { id: 'a', fileName: 'list.csv', failed: 1 },
    outOfStock: 1,
    failedJobs: 2,
    withheldMails: 1,
  })
  expect(lines.map(({ to }) => to)).toEqual([
    '/admin/inbox?overdue=true',
    '/admin/inbox?kind=privacy',
    '/admin/queues',
    '/admin/orders?status=awaits-release',
    '/admin/orders?status=processing',
    '/admin/orders?status=open-returns',
    '/admin/orders?status=pending',
    '/admin/inbox?state=open',
    '/admin/imports?import=a',
    '/admin/products?stock=out',
    '/admin/queues',
  ])
})
