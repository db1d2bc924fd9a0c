import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryCounter } from './rate-counter.ts'

const MINUTE = 60_000
let now: number
beforeEach(() => {
  now = 0
})
const counterOf = (keysPerKind?: number) =>
  createMemoryCounter(() => now, keysPerKind === undefined ? {} : { keysPerKind })
const bucket = (key: string, max: number) => ({ key, max, windowMs: MINUTE })

describe('counts in memory', () => {
  it('end with their window', () => {
    const counter = counterOf()
    expect(counter.add('a:1', MINUTE)).toEqual({ current: 1, ttl: MINUTE })
    now = 20_000
    expect(counter.add('a:1', MINUTE)).toEqual({ current: 2, ttl: 40_000 })
    expect(counter.read('a:1')).toEqual({ current: 2, ttl: 40_000 })
    now = MINUTE
    expect(counter.read('a:1')).toEqual({ current: 0, ttl: 0 })
    expect(counter.add('a:1', MINUTE)).toEqual({ current: 1, ttl: MINUTE })
  })

  it('end as much later as they are renewed', () => {
    const counter = counterOf()
    counter.add('a:1', MINUTE)
    now = 40_000
    expect(counter.renew('a:1', MINUTE)).toEqual({ current: 2, ttl: MINUTE })
    now = 99_999
    expect(counter.read('a:1')).toEqual({ current: 2, ttl: 1 })
    now = 100_000
    expect(counter.renew('a:1', MINUTE)).toEqual({ current: 1, ttl: MINUTE })
  })

  it('end in time when the clock of the machine is set back', () => {
    vi.useFakeTimers()
    try {
      const counter = createMemoryCounter()
      counter.add('a:1', MINUTE)
      vi.setSystemTime(Date.now() - 60 * MINUTE)
      vi.advanceTimersByTime(MINUTE)
      expect(counter.read('a:1')).toEqual({ current: 0, ttl: 0 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('are taken in all buckets or in none', () => {
    const counter = counterOf()
    expect(counter.take([bucket('a:1', 2), bucket('b:1', 1)])).toBeNull()
    now = 15_000
    expect(counter.take([bucket('a:1', 2), bucket('b:1', 1)])).toEqual({ key: 'b:1', ttl: 45_000 })
    expect(counter.read('a:1').current).toBe(1)
    expect(counter.take([])).toBeNull()
  })

  it('are given back, and never below nothing', () => {
    const counter = counterOf()
    counter.take([bucket('a:1', 1)])
    counter.giveBack(['a:1', 'a:unknown'])
    counter.giveBack(['a:1'])
    expect(counter.take([bucket('a:1', 1)])).toBeNull()
    expect(counter.take([bucket('a:1', 1)])).toMatchObject({ key: 'a:1' })
  })
})

describe('a flood of keys', () => {
  it('does not wash away the counts of another', () => {
    const counter = counterOf()
    for (let time = 0; time < 10; time += 1) counter.add('pair:guesser', MINUTE)
    for (let index = 0; index < 60_000; index += 1) counter.add(`pair:${index}`, MINUTE)
    for (let index = 0; index < 60_000; index += 1) counter.add(`pair:${index}`, MINUTE)
    expect(counter.read('pair:guesser').current).toBe(10)
  })

  it('washes no key away for the window that it had before', () => {
    const counter = counterOf(4)
    counter.add('pair:again', MINUTE)
    now = MINUTE - 1
    for (const key of ['pair:1', 'pair:2']) counter.add(key, MINUTE)
    now = MINUTE
    counter.add('pair:again', MINUTE)
    for (const key of ['pair:3', 'pair:4']) counter.add(key, MINUTE)
    expect(['pair:1', 'pair:again'].map((key) => counter.read(key).current)).toEqual([0, 1])
  })

  it('of one kind takes no room from another', () => {
    const counter = counterOf(100)
    counter.add('known:ada', MINUTE)
    for (let index = 0; index < 1000; index += 1) counter.add(`pair:${index}`, MINUTE)
    expect(counter.read('known:ada').current).toBe(1)
  })

  it('leaves room for new keys to be counted', () => {
    const counter = counterOf(100)
    for (let index = 0; index < 1000; index += 1)
      for (let time = 0; time < 4; time += 1) counter.add(`pair:${index}`, MINUTE)
    for (let time = 0; time < 3; time += 1)
      for (const key of ['pair:new', 'pair:newer', 'pair:newest']) counter.add(key, MINUTE)
    for (const key of ['pair:new', 'pair:newer', 'pair:newest']) expect(counter.read(key).current).toBe(3)
  })

  it('keeps a bounded number of keys, whose windows make room when they end', () => {
    const counter = counterOf(100)
    const counted = () =>
      Array.from({ length: 300 }, (_, index) => counter.read(`pair:${index}`).current).filter(Boolean)
    for (let index = 0; index < 300; index += 1)
      for (let time = 0; time < 8; time += 1) counter.add(`pair:${index}`, MINUTE)
    expect(counted().length).toBeLessThanOrEqual(100)
    now = 2 * MINUTE
    for (let index = 0; index < 90; index += 1) counter.add(`pair:${index}`, MINUTE)
    expect(counted()).toHaveLength(90)
  })

  it('keeps no more of them when they have counted as many as ever', () => {
    const counter = counterOf(48)
    for (let index = 0; index < 200; index += 1)
      for (let time = 0; time < 2 ** (index % 12); time += 1) counter.add(`pair:${index}`, MINUTE)
    const counted = Array.from({ length: 200 }, (_, index) => counter.read(`pair:${index}`).current).filter(Boolean)
    expect(counted).toHaveLength(48)
  })
})
