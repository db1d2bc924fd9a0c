import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../clock.ts'
import { createLogger } from '../logger.ts'
import { defineEvent } from './define-event.ts'
import { createEventBus, newsMayBeMissing, type Broadcast } from './event-bus.ts'

const paperArrived = defineEvent('store.paper-arrived', z.object({ sheets: z.int() }))
const doorOpened = defineEvent('store.door-opened', z.object({ door: z.string() }), { broadcast: true })

function makeBus(broadcast?: Broadcast) {
  const logger = createLogger('silent')
  const logged = vi.spyOn(logger, 'error')
  return { bus: createEventBus({ logger, clock: systemClock, broadcast }), logged }
}

/** Two processes that hear each other. */
function makePair() {
  const listeners: ((message: string) => void)[] = [() => {}, () => {}]
  const returns: (() => void)[] = []
  const line = (own: number): Broadcast => ({
    send: (message) => listeners[1 - own]?.(message),
    receive: (listener) => void (listeners[own] = listener),
    onReturn: (listener) => void (returns[own] = listener),
    close: async () => {},
  })
  return {
    left: makeBus(line(0)),
    right: makeBus(line(1)),
    say: (message: string) => listeners[1]?.(message),
    comeBack: () => returns[0]?.(),
  }
}

describe('an event', () => {
  it('is heard by everybody who listens, before the publisher goes on', async () => {
    const { bus } = makeBus()
    const heard: number[] = []
    bus.on(paperArrived, 'first', async ({ payload }) => {
      await new Promise((resolve) => setImmediate(resolve))
      heard.push(payload.sheets)
    })
    const stopListening = bus.on(paperArrived, 'second', ({ payload }) => void heard.push(payload.sheets * 2))
    await bus.publish(paperArrived, { sheets: 5 })
    expect(heard.sort((a, b) => a - b)).toEqual([5, 10])
    stopListening()
    await bus.publish(paperArrived, { sheets: 1 })
    expect(heard).toHaveLength(3)
  })

  it('may have nobody who listens', async () => {
    await expect(makeBus().bus.publish(paperArrived, { sheets: 1 })).resolves.toBeUndefined()
  })

  it('reaches the others when one listener fails, whose name is logged', async () => {
    const { bus, logged } = makeBus()
    const other = vi.fn()
    bus.on(paperArrived, 'clumsy', () => {
      throw new Error('dropped it')
    })
    bus.on(paperArrived, 'careful', other)
    await bus.publish(paperArrived, { sheets: 1 })
    expect(other).toHaveBeenCalledTimes(1)
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ listener: 'clumsy', event: 'store.paper-arrived' }),
      expect.any(String),
    )
  })

  it('that does not fit its definition is logged and hurts nobody', async () => {
    const { bus, logged } = makeBus()
    const listener = vi.fn()
    bus.on(paperArrived, 'listener', listener)
    await bus.publish(paperArrived, { sheets: 0.5 })
    expect(listener).not.toHaveBeenCalled()
    expect(logged).toHaveBeenCalledTimes(1)
  })
})

describe('an event for all processes', () => {
  it('is heard in both, and marked where it came from elsewhere', async () => {
    const { left, right } = makePair()
    const heard: [string, boolean, Date][] = []
    left.bus.on(
      doorOpened,
      'left',
      ({ payload, remote, occurredAt }) => void heard.push([payload.door, remote, occurredAt]),
    )
    right.bus.on(
      doorOpened,
      'right',
      ({ payload, remote, occurredAt }) => void heard.push([payload.door, remote, occurredAt]),
    )
    await left.bus.publish(doorOpened, { door: 'front' })
    expect(heard).toContainEqual(['front', false, expect.any(Date)])
    expect(heard).toContainEqual(['front', true, expect.any(Date)])
    expect(heard).toHaveLength(2)
  })

  it('stays in its process when it is not for all', async () => {
    const { left, right } = makePair()
    const listener = vi.fn()
    right.bus.on(paperArrived, 'right', listener)
    await left.bus.publish(paperArrived, { sheets: 1 })
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
    right.bus.on(doorOpened, 'right', listener)
    expect(() => say(message)).not.toThrow()
    expect(listener).not.toHaveBeenCalled()
  })

  it('may have been missed while the line was down, and that is told when it is back, to those who missed it', () => {
    const { left, right, comeBack } = makePair()
    const [listener, elsewhere] = [vi.fn(), vi.fn()]
    left.bus.on(newsMayBeMissing, 'cache', listener)
    right.bus.on(newsMayBeMissing, 'cache', elsewhere)
    comeBack()
    expect(listener).toHaveBeenCalledTimes(1)
    expect(elsewhere).not.toHaveBeenCalled()
  })
})
