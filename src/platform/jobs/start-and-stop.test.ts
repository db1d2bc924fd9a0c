import { describe, expect, it, vi } from 'vitest'
import { createLogger } from '../log/logger.ts'
import { createStartAndStop } from './start-and-stop.ts'

/** Parts that note in which order they are called; each takes a turn. */
function someParts() {
  const calls: string[] = []
  const logger = createLogger('silent')
  const part = (name: string) =>
    vi.fn(async () => {
      await Promise.resolve()
      calls.push(name)
    })
  const parts = {
    checkPolicy: part('policy'),
    sync: part('clock'),
    setAll: part('daily jobs'),
    adopt: part('adopted'),
    requeueAll: part('requeued'),
    stopRunner: part('runner ended'),
  }
  const note = (name: string) => () => void calls.push(name)
  const run = async () => {}
  const work = vi.fn(note('work'))
  const both = createStartAndStop({
    runner: { work, stop: parts.stopRunner },
    bullmq: { checkPolicy: parts.checkPolicy },
    worker: { run, abort: note('handlers told'), requeueAll: parts.requeueAll, close: note('leases ended') },
    relay: { start: note('relay'), stop: part('relay ended') },
    outbox: { adopt: parts.adopt },
    registered: { queueOf: () => new Map([['send-label', 'orders']]) },
    daily: { start: note('daily look'), stop: part('daily look ended') },
    handledDaily: { setAll: parts.setAll },
    heartbeat: { start: note('heartbeat'), stop: part('heartbeat ended') },
    databaseClock: { sync: parts.sync },
    logger,
  })
  return { ...both, ...parts, calls, work, run, warn: vi.spyOn(logger, 'warn') }
}

describe('the start of background work', () => {
  it('of a process that works: jobs of other versions come before any is dispatched, daily ones before any is due', async () => {
    const { start, calls, work, run, adopt } = someParts()
    await start({ work: true })
    expect(calls.slice(0, 4)).toEqual(['policy', 'clock', 'work', 'heartbeat'])
    expect(calls.indexOf('daily look')).toBeGreaterThan(calls.indexOf('daily jobs'))
    expect(calls.indexOf('adopted')).toBeLessThan(calls.indexOf('relay'))
    expect(calls.at(-1)).toBe('relay')
    expect(work).toHaveBeenCalledExactlyOnceWith(run)
    expect(adopt).toHaveBeenCalledExactlyOnceWith(new Map([['send-label', 'orders']]))
  })

  it('of one that does not: it dispatches alone', async () => {
    const { start, calls } = someParts()
    await start({ work: false })
    expect(calls).toEqual(['policy', 'clock', 'relay'])
  })

  it('begins nothing with a Redis that is refused', async () => {
    const { start, calls, checkPolicy } = someParts()
    checkPolicy.mockRejectedValue(new Error('it evicts'))
    await expect(start({ work: true })).rejects.toThrow('it evicts')
    expect(calls).toEqual([])
  })
})

describe('the end of background work', () => {
  const IN_ORDER = [
    'daily look ended',
    'relay ended',
    'handlers told',
    'runner ended',
    'requeued',
    'leases ended',
    'heartbeat ended',
  ]

  it('puts back what runs when nothing new can come, and renews its leases until then', async () => {
    const { stop, calls } = someParts()
    await stop()
    expect(calls).toEqual(IN_ORDER)
  })

  it('is one, however often it is asked for', async () => {
    const { stop, calls } = someParts()
    await Promise.all([stop(), stop()])
    await stop()
    expect(calls).toEqual(IN_ORDER)
  })

  it('goes on when what runs cannot be put back, and says so', async () => {
    const { stop, calls, requeueAll, warn } = someParts()
    requeueAll.mockRejectedValue(new Error('away'))
    await stop()
    expect(calls).toEqual(IN_ORDER.filter((name) => name !== 'requeued'))
    expect(warn).toHaveBeenCalledOnce()
  })
})
