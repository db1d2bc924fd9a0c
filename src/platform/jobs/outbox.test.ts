import { expect, it, vi } from 'vitest'
import { createOutbox } from './outbox.ts'

it('jobs without a result are looked for by the time that the database says then', async () => {
  const times = { known: new Date(1000), asked: new Date(2000) }
  let now = times.known
  const find = vi.fn((_filter: object) => ({ toArray: async () => [] }))
  const outbox = createOutbox({
    rows: { find } as never,
    clock: { now: () => new Date(0) },
    dueClock: { now: () => new Date(0) },
    databaseClock: {
      async sync() {
        now = times.asked
      },
      now: () => now,
      lagMs: () => 0,
    },
    leaseMs: 10,
    idle: () => 0,
    onWritten: () => {},
  })
  expect(await outbox.requeueExpired()).toBe(false)
  const leaseUntil = { $lt: times.asked }
  expect(find.mock.calls.map(([filter]) => filter)).toEqual([
    { status: 'active', leaseUntil },
    { status: 'handed', leaseUntil },
  ])
})
