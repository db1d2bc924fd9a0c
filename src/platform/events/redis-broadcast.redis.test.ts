import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openRedisProxy } from '../../testing/database-proxy.ts'
import { eventually } from '../../testing/eventually.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../testing/redis-server.ts'
import { createLogger } from '../log/logger.ts'
import { connectRedis, IMPATIENT } from '../redis/redis.ts'
import type { Broadcast } from './event-bus.ts'
import { createRedisBroadcast } from './redis-broadcast.ts'
import { patient } from '../../testing/patience.ts'

describe.skipIf(!hasRedisServer())('the broadcast between processes', { timeout: patient(30_000) }, () => {
  let redis: RedisServer
  let here: Broadcast
  let there: Broadcast
  let heardHere: string[]
  let heardThere: string[]

  beforeEach(async () => {
    redis = await startRedisServer()
    here = createRedisBroadcast(redis.url, createLogger('silent'))
    there = createRedisBroadcast(redis.url, createLogger('silent'))
    heardHere = []
    heardThere = []
    here.receive((message) => heardHere.push(message))
    there.receive((message) => heardThere.push(message))
    await bothHear('hello')
  })
  afterEach(async () => {
    await Promise.all([here.close(), there.close()])
    await redis.stop()
  })

  /** Says it until it has arrived: pub/sub gives no word of when everybody listens. */
  const bothHear = (word: string) =>
    eventually(
      async () => {
        here.send(`${word} from here`)
        there.send(`${word} from there`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        expect(heardThere).toContain(`${word} from here`)
        expect(heardHere).toContain(`${word} from there`)
      },
      { withinMs: 10_000 },
    )

  it('reaches the others and not oneself, whatever is in the message', async () => {
    const message = 'with spaces, "quotes"\nand ünïcode'
    here.send(message)
    await eventually(() => expect(heardThere.at(-1)).toBe(message))
    expect(heardHere).not.toContain(message)
  })

  it.each(['dead', 'frozen'] as const)(
    'costs the sender nothing while Redis is %s, which it knows, works again after, and says that news may be missing',
    async (state) => {
      const cameBack = vi.fn()
      there.onReturn(cameBack)
      if (state === 'dead') await redis.kill()
      else redis.freeze()
      const started = performance.now()
      for (let index = 0; index < 100; index += 1) here.send(`meanwhile ${index}`)
      // One answer that it waited for would take a second.
      expect(performance.now() - started).toBeLessThan(patient(500))
      await eventually(() => expect([here.isAway, there.isAway]).toEqual([true, true]), { withinMs: 10_000 })
      if (state === 'dead') await redis.restart()
      else redis.thaw()
      await bothHear('again')
      await eventually(() => expect([here.isAway, there.isAway]).toEqual([false, false]), { withinMs: 10_000 })
      if (state === 'dead') expect(cameBack).toHaveBeenCalled()
    },
  )

  it('tells those who were back earlier that something was said to nobody', async () => {
    const cameBack = vi.fn()
    there.onReturn(cameBack)
    await redis.kill()
    here.send('into the void')
    await redis.restart()
    // Once for the connection of its own, once for what was lost.
    await eventually(() => expect(cameBack.mock.calls.length).toBeGreaterThanOrEqual(2), { withinMs: 10_000 })
    expect(heardThere).not.toContain('')
  })

  it('says that news may be missing when what it sends has got lost on the way', async () => {
    const proxy = await openRedisProxy(redis.url)
    const distant = createRedisBroadcast(proxy.url, createLogger('silent'))
    const cameBack = vi.fn()
    there.onReturn(cameBack)
    await eventually(() => {
      distant.send('hello from afar')
      expect(heardThere).toContain('hello from afar')
    })
    // What it said before it was connected was lost, too.
    await eventually(() => expect(cameBack).toHaveBeenCalled())
    cameBack.mockClear()
    proxy.strand()
    distant.send('lost')
    await eventually(() => expect(cameBack).toHaveBeenCalled(), { withinMs: 15_000 })
    expect(heardThere).not.toContain('lost')
    await distant.close()
    proxy.interrupt()
  })

  it('says that news may be missing when the connection that listens leads nowhere any more', async () => {
    const proxy = await openRedisProxy(redis.url)
    const distant = createRedisBroadcast(proxy.url, createLogger('silent'))
    const heard: string[] = []
    const cameBack = vi.fn()
    distant.receive((message) => heard.push(message))
    distant.onReturn(cameBack)
    try {
      await eventually(() => {
        here.send('hello')
        expect(heard).toContain('hello')
      })
      cameBack.mockClear()

      proxy.strand()
      here.send('unheard')

      await eventually(() => expect(cameBack).toHaveBeenCalled(), { withinMs: 15_000 })
      expect(heard).not.toContain('unheard')
    } finally {
      await distant.close()
      proxy.interrupt()
    }
  })

  it('says that news may be missing when it could listen only a while after the start', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const proxy = await openRedisProxy(redis.url)
    proxy.freeze()
    const slow = createRedisBroadcast(proxy.url, createLogger('silent'))
    const cameBack = vi.fn()
    slow.onReturn(cameBack)
    try {
      vi.advanceTimersByTime(1000)
      proxy.thaw()

      await eventually(() => expect(cameBack).toHaveBeenCalledTimes(1))
    } finally {
      vi.useRealTimers()
      await slow.close()
      proxy.interrupt()
    }
  })

  it('hears what is said from the moment on in which it says that news may be missing', async () => {
    const proxy = await openRedisProxy(redis.url)
    const distant = createRedisBroadcast(proxy.url, createLogger('silent'))
    const heard: string[] = []
    distant.receive((message) => heard.push(message))
    try {
      await eventually(() => {
        here.send('hello')
        expect(heard).toContain('hello')
      })
      distant.onReturn(() => {
        // What it has not asked for by now comes too late.
        proxy.freeze()
        here.send('from now on')
      })

      proxy.interrupt()
      await proxy.restore()

      await eventually(() => expect(heardThere).toContain('from now on'), { withinMs: 10_000 })
      proxy.thaw()
      await eventually(() => expect(heard).toContain('from now on'), { withinMs: 10_000 })
    } finally {
      await distant.close()
      proxy.interrupt()
    }
  })

  it('follows the address to the server that has taken over', async () => {
    const next = await startRedisServer()
    const proxy = await openRedisProxy(redis.url)
    const moved = createRedisBroadcast(proxy.url, createLogger('silent'))
    const writer = connectRedis(proxy.url, createLogger('silent'), 'test', IMPATIENT)
    const beyond = createRedisBroadcast(next.url, createLogger('silent'))
    const old = connectRedis(redis.url, createLogger('silent'), 'test')
    const heardBeyond: string[] = []
    const heardMoved: string[] = []
    const cameBack = vi.fn()
    beyond.receive((message) => heardBeyond.push(message))
    moved.receive((message) => heardMoved.push(message))
    try {
      await eventually(() => {
        here.send('before')
        expect(heardMoved).toContain('before')
      })
      moved.onReturn(cameBack)
      proxy.lead(next.url)
      const { port } = new URL(next.url)
      await old.replicaof('127.0.0.1', port)
      await eventually(() => writer.set('key', 'value'), { withinMs: 10_000, everyMs: 50 })
      await eventually(
        () => {
          moved.send('from the one that moved')
          beyond.send('from beyond')
          expect(heardBeyond).toContain('from the one that moved')
          expect(heardMoved).toContain('from beyond')
        },
        { withinMs: 10_000, everyMs: 50 },
      )
      expect(cameBack).toHaveBeenCalled()
    } finally {
      await Promise.all([moved.close(), beyond.close()])
      writer.disconnect()
      old.disconnect()
      proxy.interrupt()
      await next.stop()
    }
  })

  it('can be made while Redis is down', async () => {
    await redis.kill()
    const early = createRedisBroadcast(redis.url, createLogger('silent'))
    const heard: string[] = []
    early.receive((message) => heard.push(message))
    early.send('into the void')
    await redis.restart()
    await eventually(
      () => {
        here.send('good morning')
        expect(heard).toContain('good morning')
      },
      { withinMs: 10_000 },
    )
    await early.close()
  })
})
