import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../time/clock.ts'
import type { Transaction } from '../database/database.ts'
import type { JobHandler, NewJob } from '../jobs/jobs.ts'
import { createLogger } from '../log/logger.ts'
import { publishNow } from '../../testing/events.ts'
import { defineEvent } from './define-event.ts'
import { createEventBus, type Broadcast } from './event-bus.ts'

const paperArrived = defineEvent('store.paper-arrived', z.object({ sheets: z.int() }))
const doorOpened = defineEvent('store.door-opened', z.object({ door: z.string() }), { broadcast: true })

function makeBus(broadcast?: Broadcast) {
  const logger = createLogger('silent')
  const logged = vi.spyOn(logger, 'error')
  const handlers = new Map<string, JobHandler<never>>()
  const written: { readonly tx: Transaction; readonly rows: readonly NewJob[] }[] = []
  const jobs = {
    handle: (job: { readonly name: string }, handler: JobHandler<never>) => void handlers.set(job.name, handler),
    async enqueueMany(tx: Transaction, rows: readonly NewJob[]) {
      written.push({ tx, rows })
      return rows.map((_, index) => `row-${index}`)
    },
  }
  return { bus: createEventBus({ logger, clock: systemClock, jobs, broadcast }), logged, handlers, written }
}

/** Two processes that hear each other. */
function makePair() {
  let isAway = false
  const listeners: ((message: string) => void)[] = [() => {}, () => {}]
  const returns: (() => void)[] = []
  const line = (own: number): Broadcast => ({
    send: (message) => listeners[1 - own]?.(message),
    receive: (listener) => void (listeners[own] = listener),
    onReturn: (listener) => void (returns[own] = listener),
    get isAway() {
      return isAway
    },
    close: async () => {},
  })
  return {
    left: makeBus(line(0)),
    right: makeBus(line(1)),
    say: (message: string) => listeners[1]?.(message),
    comeBack: () => returns[0]?.(),
    goAway: () => void (isAway = true),
  }
}

describe('an event', () => {
  it('is heard by everybody who listens, before the publisher goes on', async () => {
    const { bus } = makeBus()
    const heard: number[] = []
    bus.listen(paperArrived, 'first', async ({ payload }) => {
      await new Promise((resolve) => setImmediate(resolve))
      heard.push(payload.sheets)
    })
    const stopListening = bus.listen(paperArrived, 'second', ({ payload }) => void heard.push(payload.sheets * 2))
    await publishNow(bus, paperArrived, { sheets: 5 })
    expect(heard.sort((a, b) => a - b)).toEqual([5, 10])
    stopListening()
    await publishNow(bus, paperArrived, { sheets: 1 })
    expect(heard).toHaveLength(3)
  })

  it('may have nobody who listens', async () => {
    await expect(publishNow(makeBus().bus, paperArrived, { sheets: 1 })).resolves.toBeUndefined()
  })

  it('reaches the others when one listener fails, whose name is logged', async () => {
    const { bus, logged } = makeBus()
    const other = vi.fn()
    bus.listen(paperArrived, 'clumsy', () => {
      throw new Error('dropped it')
    })
    bus.listen(paperArrived, 'careful', other)
    await publishNow(bus, paperArrived, { sheets: 1 })
    expect(other).toHaveBeenCalledTimes(1)
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ listener: 'clumsy', event: 'store.paper-arrived' }),
      expect.any(String),
    )
  })

  it('that does not fit its definition is refused, so that the change is not committed without its jobs', async () => {
    const { bus, written } = makeBus()
    const listener = vi.fn()
    bus.listen(paperArrived, 'listener', listener)
    bus.subscribe(paperArrived, 'count-sheets-when-paper-arrived', { queue: 'orders', handle: async () => {} })
    await expect(publishNow(bus, paperArrived, { sheets: 0.5 })).rejects.toThrow(/sheets/)
    expect(listener).not.toHaveBeenCalled()
    expect(written).toEqual([])
  })

  it('is heard only after its transaction is committed', async () => {
    const { bus } = makeBus()
    const listener = vi.fn()
    bus.listen(paperArrived, 'listener', listener)
    const afterCommit: (() => void | Promise<void>)[] = []
    const onCommit: Transaction['onCommit'] = (action) => void afterCommit.push(action)
    await bus.publish({ onCommit } as Transaction, paperArrived, { sheets: 1 })
    expect(listener).not.toHaveBeenCalled()
    for (const action of afterCommit) await action()
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('durable subscribers', () => {
  it('get one row each, written together in the transaction of the change', async () => {
    const { bus, handlers, written } = makeBus()
    const count = vi.fn(async () => {})
    bus.subscribe(paperArrived, 'count-sheets-when-paper-arrived', { queue: 'orders', handle: count })
    bus.subscribe(paperArrived, 'thank-for-paper', { queue: 'mail', handle: async () => {}, delayMs: 1000 })
    await publishNow(bus, paperArrived, { sheets: 5 })
    expect(written).toHaveLength(1)
    expect(written[0]?.rows).toEqual([
      { job: expect.objectContaining({ name: 'count-sheets-when-paper-arrived' }), payload: { sheets: 5 }, delayMs: 0 },
      {
        job: expect.objectContaining({ name: 'thank-for-paper', queue: 'mail' }),
        payload: { sheets: 5 },
        delayMs: 1000,
      },
    ])
    expect(count).not.toHaveBeenCalled()
    expect([...handlers.keys()]).toEqual(['count-sheets-when-paper-arrived', 'thank-for-paper'])
  })

  it('are tried as often as they say, at the pace that they say', async () => {
    const { bus, written } = makeBus()
    const handle = async () => {}
    bus.subscribe(paperArrived, 'thank-for-paper', { queue: 'mail', handle })
    bus.subscribe(paperArrived, 'count-sheets', { queue: 'orders', handle, attempts: 3, backoffMs: 60_000 })
    await publishNow(bus, paperArrived, { sheets: 5 })
    expect(written[0]?.rows.map(({ job }) => [job.name, job.attempts, job.backoffMs])).toEqual([
      ['thank-for-paper', 10, 1000],
      ['count-sheets', 3, 60_000],
    ])
  })

  it('get no row for a fact that does not concern them', async () => {
    const { bus, written } = makeBus()
    bus.subscribe(paperArrived, 'praise-large-deliveries', {
      queue: 'mail',
      when: ({ sheets }) => sheets > 1000,
      handle: async () => {},
    })
    await publishNow(bus, paperArrived, { sheets: 5 })
    expect(written).toEqual([])
    await publishNow(bus, paperArrived, { sheets: 5000 })
    expect(written).toHaveLength(1)
  })

  it('can be read with the live listeners of their event', () => {
    const { bus } = makeBus()
    bus.subscribe(doorOpened, 'note-visitors', { queue: 'housekeeping', handle: async () => {} })
    bus.listen(doorOpened, 'hall.light', () => {})
    expect(bus.registrations()).toEqual([
      { event: 'store.door-opened', broadcast: true, durable: ['note-visitors'], live: ['hall.light'] },
    ])
  })
})

describe('an event for all processes', () => {
  it('is heard in both, and marked where it came from elsewhere', async () => {
    const { left, right } = makePair()
    const heard: [string, boolean, Date][] = []
    left.bus.listen(
      doorOpened,
      'left',
      ({ payload, remote, occurredAt }) => void heard.push([payload.door, remote, occurredAt]),
    )
    right.bus.listen(
      doorOpened,
      'right',
      ({ payload, remote, occurredAt }) => void heard.push([payload.door, remote, occurredAt]),
    )
    await publishNow(left.bus, doorOpened, { door: 'front' })
    expect(heard).toContainEqual(['front', false, expect.any(Date)])
    expect(heard).toContainEqual(['front', true, expect.any(Date)])
    expect(heard).toHaveLength(2)
  })

  it('stays in its process when it is not for all', async () => {
    const { left, right } = makePair()
    const listener = vi.fn()
    right.bus.listen(paperArrived, 'right', listener)
    await publishNow(left.bus, paperArrived, { sheets: 1 })
    expect(listener).not.toHaveBeenCalled()
  })

  it.each([
    'no json',
    '{}',
    'null',
    '{"name":"store.door-opened","payload":{"door":5}}',
    '{"name":"store.unknown","payload":{}}',
  ])('is dropped when it cannot be understood: %s', async (message) => {
    const { right, say } = makePair()
    const listener = vi.fn()
    right.bus.listen(doorOpened, 'right', listener)
    expect(() => say(message)).not.toThrow()
    expect(listener).not.toHaveBeenCalled()
  })

  it('may have been missed while the line was down, and those who missed it resync when it is back', () => {
    const { left, right, comeBack } = makePair()
    const [listener, elsewhere] = [vi.fn(), vi.fn()]
    left.bus.onResync('cache', listener)
    right.bus.onResync('cache', elsewhere)
    comeBack()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(elsewhere).not.toHaveBeenCalled()
  })

  it('may be missing everywhere after a process died, and every process resyncs', () => {
    const { left, right } = makePair()
    const [listener, elsewhere] = [vi.fn(), vi.fn()]
    left.bus.onResync('cache', listener)
    right.bus.onResync('cache', elsewhere)
    left.bus.resync()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(elsewhere).toHaveBeenCalledTimes(1)
  })

  it('and it is known while they are not heard, which a process alone never is', () => {
    const { left, right, goAway } = makePair()
    const isCutOff = () => [left, right, makeBus()].map(({ bus }) => bus.isCutOff)
    expect(isCutOff()).toEqual([false, false, false])
    goAway()
    expect(isCutOff()).toEqual([true, true, false])
  })
})
