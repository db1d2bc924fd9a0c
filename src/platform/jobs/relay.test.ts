import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Logger } from '../log/logger.ts'
import type { Delivery } from './outbox-row.ts'
import type { Outbox } from './outbox.ts'
import { createRelay } from './relay.ts'
import type { Runner } from './runner.ts'

const TIMINGS = { tickMs: 1000, sweepMs: 10_000, dispatchedLeaseMs: 60_000 }

/** A relay between an outbox in memory and a runner with so much room in each queue. */
function aRelay(room: Record<string, number> = { mail: 1000, imports: 1000 }) {
  const rows: Delivery[] = []
  const delayed: Delivery[] = []
  const dispatched: string[] = []
  const said: string[] = []
  const calls = { finds: 0, tries: 0, looks: 0, asked: 0, together: 0, sweeps: 0, requeued: 0, batches: [] as number[] }
  const state = { isAway: false, isLooking: false, expired: false, abandoned: 0, findMs: 1 }
  let onRoom: (queue: string) => void = () => {}
  let onReturn = () => {}
  const outbox: Partial<Outbox> = {
    async findQueued(queue, limit) {
      calls.finds++
      // As from a database, so that two passes at once would find the same jobs.
      const found = rows.filter((row) => row.queue === queue).slice(0, limit)
      await new Promise((resolve) => setTimeout(resolve, state.findMs))
      return found
    },
    async markDispatched(deliveries) {
      for (const delivery of deliveries) rows.splice(rows.indexOf(delivery), 1)
    },
    async queueDelayed() {
      calls.tries++
      if (state.isAway) throw new Error('the database is away')
      calls.looks++
      const due = delayed.splice(0)
      // As in a database, what is asked for at the same time does not see it yet.
      state.isLooking = true
      await Promise.resolve()
      state.isLooking = false
      rows.push(...due)
      return due.length > 0
    },
    async queuesWithWork(open) {
      calls.asked++
      if (state.isLooking) calls.together++
      return open.filter((queue) => rows.some((row) => row.queue === queue))
    },
    async requeueDispatched() {
      calls.requeued++
    },
    async requeueExpired() {
      calls.sweeps++
      return state.expired
    },
  }
  const runner: Partial<Runner> = {
    capacity: (queue) => room[queue] ?? 0,
    async dispatch(queue, deliveries) {
      if (state.isAway) throw new Error('the queue is away')
      calls.batches.push(deliveries.length)
      room[queue] = (room[queue] ?? 0) - deliveries.length
      dispatched.push(...deliveries.map(({ id }) => id))
    },
    onRoom: (listener) => void (onRoom = listener),
    onReturn: (listener) => void (onReturn = listener),
  }
  const say = (_: unknown, sentence?: string) => void said.push(sentence ?? String(_))
  const relay = createRelay({
    queues: Object.keys(room),
    outbox: outbox as Outbox,
    runner: runner as Runner,
    logger: { warn: say, info: say } as unknown as Logger,
    timings: TIMINGS,
    onAbandoned: () => void state.abandoned++,
  })
  const write = (queue: string, ...ids: string[]) =>
    void rows.push(...ids.map((id) => ({ id, queue, name: 'a-job', delivery: 1 })))
  const free = (queue: string, places: number) => {
    room[queue] = places
    onRoom(queue)
  }
  return { relay, rows, delayed, dispatched, said, calls, state, write, free, returned: () => onReturn() }
}

describe('the relay of jobs', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('dispatches what a commit announces within some milliseconds, and many commits together', async () => {
    const { relay, write, dispatched, calls } = aRelay()
    relay.start()
    await pass(100)
    for (const id of ['a', 'b', 'c']) {
      write('mail', id)
      relay.nudge('mail')
    }
    await pass(10)
    expect(dispatched).toEqual(['a', 'b', 'c'])
    expect(calls.batches).toEqual([3])
    await relay.stop()
  })

  it('looks for jobs once when they are announced, and no more where none are left', async () => {
    const { relay, write, free, calls } = aRelay()
    relay.start()
    await pass(100)
    expect(calls.finds).toBe(0)
    write('mail', 'a')
    relay.nudge('mail')
    await pass(800)
    free('mail', 10)
    await pass(50)
    expect(calls.finds).toBe(1)
    await relay.stop()
  })

  it('lets the jobs of one queue pass by thousands of another that are being dispatched', async () => {
    const { relay, write, dispatched } = aRelay({ mail: Infinity, 'urgent-mail': Infinity })
    write('mail', ...Array.from({ length: 5000 }, (_, number) => `mail ${number}`))
    relay.start()
    await vi.waitUntil(() => dispatched.length >= 400, { interval: 1 })
    write('urgent-mail', 'a code')
    relay.nudge('urgent-mail')
    await vi.waitUntil(() => dispatched.length >= 5001, { interval: 1 })
    expect(dispatched.indexOf('a code')).toBeLessThan(1000)
    expect(new Set(dispatched).size).toBe(5001)
    await relay.stop()
  })

  it('finds by itself what became due, and what another process left', async () => {
    const { relay, write, delayed, dispatched } = aRelay()
    write('imports', 'left')
    relay.start()
    await pass(10)
    expect(dispatched).toEqual(['left'])
    delayed.push({ id: 'due', queue: 'mail', name: 'a-job', delivery: 1 })
    await pass(1010)
    expect(dispatched).toEqual(['left', 'due'])
    await relay.stop()
  })

  it('asks for what waits and for what is delayed at once, and again only after something delayed was due', async () => {
    const { relay, delayed, dispatched, calls } = aRelay()
    relay.start()
    await pass(3500)
    expect([calls.asked, calls.looks, calls.together]).toEqual([4, 4, 4])
    delayed.push({ id: 'due', queue: 'mail', name: 'a-job', delivery: 1 })
    await pass(1000)
    expect([dispatched, calls.asked, calls.looks]).toEqual([['due'], 6, 5])
    await relay.stop()
  })

  it('dispatches no more than the runner takes, and goes on when it says that it has room', async () => {
    const { relay, write, free, dispatched } = aRelay({ mail: 2, imports: 0 })
    write('mail', 'a', 'b', 'c', 'd', 'e')
    relay.start()
    await pass(10)
    expect(dispatched).toEqual(['a', 'b'])
    free('mail', 2)
    await pass(10)
    expect(dispatched).toEqual(['a', 'b', 'c', 'd'])
    await relay.stop()
  })

  it('takes long lines in batches', async () => {
    const { relay, write, calls, rows } = aRelay()
    write('mail', ...Array.from({ length: 450 }, (_, index) => String(index)))
    relay.start()
    await pass(30)
    expect(calls.batches).toEqual([200, 200, 50])
    expect(rows).toEqual([])
    await relay.stop()
  })

  it('keeps what cannot be dispatched, says so once for an outage, and catches up at its end', async () => {
    const { relay, write, state, rows, dispatched, said, calls } = aRelay()
    relay.start()
    await pass(10)
    state.isAway = true
    write('mail', 'a')
    relay.nudge('mail')
    const { tries } = calls
    await pass(30_000)
    expect(calls.tries - tries).toBeLessThanOrEqual(30)
    expect(rows).toHaveLength(1)
    expect(said).toEqual(['jobs cannot be dispatched; they wait in the outbox'])
    state.isAway = false
    await pass(1010)
    expect(dispatched).toEqual(['a'])
    await pass(5000)
    expect(said).toEqual(['jobs cannot be dispatched; they wait in the outbox', 'jobs are dispatched again'])
    await relay.stop()
  })

  it('does not say that jobs are dispatched again while the runner takes none', async () => {
    const { relay, write, free, state, dispatched, said } = aRelay({ mail: 1 })
    relay.start()
    await pass(10)
    state.isAway = true
    write('mail', 'a')
    relay.nudge('mail')
    await pass(100)
    // It is being connected again.
    free('mail', 0)
    state.isAway = false
    await pass(5000)
    expect(said).toEqual(['jobs cannot be dispatched; they wait in the outbox'])
    free('mail', 2)
    await pass(1010)
    expect(dispatched).toEqual(['a'])
    expect(said).toEqual(['jobs cannot be dispatched; they wait in the outbox', 'jobs are dispatched again'])
    await relay.stop()
  })

  it('looks now and then for jobs whose process gave no sign of life, and says when there were any', async () => {
    const { relay, calls, state } = aRelay()
    relay.start()
    await pass(10)
    const { sweeps } = calls
    await pass(9000)
    expect([calls.sweeps, state.abandoned]).toEqual([sweeps, 0])
    state.expired = true
    await pass(2000)
    expect([calls.sweeps, state.abandoned]).toEqual([sweeps + 1, 1])
    await relay.stop()
  })

  it('dispatches again what a queue server may have lost, once for each return', async () => {
    const { relay, calls, returned } = aRelay()
    relay.start()
    await pass(10)
    expect(calls.requeued).toBe(0)
    returned()
    await pass(3000)
    expect(calls.requeued).toBe(1)
    await relay.stop()
  })

  it('dispatches once what is announced again while it looks, and soon what is announced or due then', async () => {
    const { relay, write, delayed, dispatched, state } = aRelay()
    state.findMs = 10
    relay.start()
    await pass(100)
    write('mail', 'a')
    for (let ms = 0; ms < 14; ms += 2) {
      relay.nudge('mail')
      await pass(2)
    }
    write('mail', 'b')
    relay.nudge('mail')
    await pass(40)
    expect(dispatched).toEqual(['a', 'b'])
    // The next look around comes in the middle of a pass.
    await pass(840)
    write('mail', 'c')
    relay.nudge('mail')
    delayed.push({ id: 'due', queue: 'mail', name: 'a-job', delivery: 1 })
    await pass(60)
    expect(dispatched).toEqual(['a', 'b', 'c', 'due'])
    await relay.stop()
  })

  it('ends with the batch that is under way, however many jobs wait', async () => {
    const { relay, write, dispatched, rows } = aRelay()
    write('mail', ...Array.from({ length: 450 }, (_, index) => String(index)))
    relay.start()
    await pass(5)
    let hasStopped = false
    const stopped = relay.stop().then(() => (hasStopped = true))
    await pass(0)
    expect(hasStopped).toBe(false)
    await pass(1000)
    await stopped
    expect(dispatched).toHaveLength(200)
    expect(rows).toHaveLength(250)
  })

  it('does nothing before its start and after its stop', async () => {
    const { relay, write, dispatched, calls } = aRelay()
    write('mail', 'a')
    relay.nudge('mail')
    await pass(5000)
    expect([dispatched, calls.looks]).toEqual([[], 0])
    relay.start()
    await relay.stop()
    relay.nudge('mail')
    await pass(5000)
    expect([dispatched, calls.looks, vi.getTimerCount()]).toEqual([[], 0, 0])
  })
})
