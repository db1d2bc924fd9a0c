import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { patient } from '../../testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../testing/redis-server.ts'
import { createLogger } from '../log/logger.ts'
import { createBullmqRunner, type BullmqRunner } from './bullmq-runner.ts'
import { RedisEvicts } from './eviction-policy.ts'
import type { DeliveryKey } from './outbox-row.ts'
import { DRAIN_MS } from './runner.ts'

describe.skipIf(!hasRedisServer())('the runner of a shop with Redis', { timeout: patient(60_000) }, () => {
  let redis: RedisServer
  let number = 0
  const open: BullmqRunner[] = []

  beforeAll(async () => void (redis = await startRedisServer()))
  afterAll(() => redis.stop())
  afterEach(async () => void (await Promise.all(open.splice(0).map((runner) => runner.stop()))))

  /** A queue of its own, with so many jobs at once. */
  function aQueue(concurrency = 1) {
    const queue = `queue-${++number}`
    const start = ({ refuseEviction = false } = {}) => {
      const runner = createBullmqRunner({
        queues: { [queue]: concurrency },
        url: redis.url,
        logger: createLogger('silent'),
        lockMs: 30_000,
        refuseEviction,
      })
      open.push(runner)
      return runner
    }
    const deliveries = (...ids: string[]) => ids.map((id) => ({ id, delivery: 0, name: 'a-job', queue }))
    const isReady = (runner: BullmqRunner) => eventually(() => expect(runner.capacity(queue)).toBeGreaterThan(0))
    return { queue, start, deliveries, isReady }
  }

  /** Work that ends when the test says so. */
  function someWork() {
    const begun: string[] = []
    const ends = new Map<string, { done: () => void; fail: (error: Error) => void }>()
    const run = ({ id }: DeliveryKey) => {
      begun.push(id)
      return new Promise<void>((done, fail) => ends.set(id, { done, fail }))
    }
    return {
      begun,
      run,
      end: (id: string) => ends.get(id)?.done(),
      fail: (id: string) => ends.get(id)?.fail(new Error('away')),
    }
  }

  /** A runner at work, one job at a time, which is stopped after the test. */
  async function aRunnerAtWork() {
    const { queue, start, deliveries, isReady } = aQueue()
    const runner = start()
    await isReady(runner)
    const { run, ...work } = someWork()
    runner.work(run)
    return { queue, start, deliveries, runner, ...work }
  }

  it('runs what it has once, in order, and as many at once as it may', async () => {
    const { queue, start, deliveries, isReady } = aQueue(2)
    const runner = start()
    await isReady(runner)
    await runner.dispatch(queue, deliveries('a', 'b', 'c'))
    await runner.dispatch(queue, deliveries('b', 'c', 'd'))
    const { begun, run, end } = someWork()
    runner.work(run)
    await eventually(() => expect(begun).toEqual(['a', 'b']))
    end('b')
    await eventually(() => expect(begun).toEqual(['a', 'b', 'c']))
    for (const id of ['a', 'c']) end(id)
    await eventually(() => expect(begun).toEqual(['a', 'b', 'c', 'd']))
    end('d')
  })

  it.each(['done', 'failed'] as const)('runs again what is dispatched again once it has %s', async (how) => {
    const { queue, runner, deliveries, begun, end, fail } = await aRunnerAtWork()
    await runner.dispatch(queue, deliveries('a'))
    await eventually(() => expect(begun).toEqual(['a']))
    if (how === 'done') end('a')
    else fail('a')
    await eventually(async () => {
      await runner.dispatch(queue, deliveries('a'))
      expect(begun).toEqual(['a', 'a'])
    })
    end('a')
  })

  it('runs again by itself what did not reach its outbox, once', async () => {
    const { queue, runner, deliveries, begun, end, fail } = await aRunnerAtWork()
    await runner.dispatch(queue, deliveries('a'))
    await eventually(() => expect(begun).toEqual(['a']))
    fail('a')
    const client = new Redis(redis.url)
    await eventually(async () => expect(await client.zcard(`superprinter:${queue}:delayed`)).toBe(1))
    client.disconnect()
    // Redis has it still.
    await runner.dispatch(queue, deliveries('a', 'b'))
    await eventually(() => expect(begun).toEqual(['a', 'b']))
    end('b')
    await eventually(() => expect(begun).toEqual(['a', 'b', 'a']))
    end('a')
  })

  it('waits at its end for what runs, begins nothing more, and leaves the rest to others', async () => {
    const { queue, start, runner, deliveries, begun, end } = await aRunnerAtWork()
    await runner.dispatch(queue, deliveries('a', 'b'))
    await eventually(() => expect(begun).toEqual(['a']))
    let hasStopped = false
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopping = runner.stop().then(() => (hasStopped = true))
    expect(runner.capacity(queue)).toBe(0)
    await vi.advanceTimersByTimeAsync(DRAIN_MS - 1000)
    vi.useRealTimers()
    const isWaiting = !hasStopped
    end('a')
    expect(isWaiting).toBe(true)
    await stopping
    expect(begun).toEqual(['a'])
    const client = new Redis(redis.url)
    expect(
      await client.exists(`superprinter:${queue}:a-0`, `superprinter:${queue}:active`),
      'Redis knows of its end',
    ).toBe(0)
    await eventually(async () => expect(await client.client('LIST')).not.toContain('superprinter-'))
    client.disconnect()
    const other = someWork()
    start().work(other.run)
    await eventually(() => expect(other.begun).toEqual(['b']))
    other.end('b')
  })

  it('is refused a Redis that may drop jobs, once it is connected too, and not one that does not say', async () => {
    const { start, isReady } = aQueue()
    const client = new Redis(redis.url)
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    const [early, late] = [start({ refuseEviction: true }), start({ refuseEviction: true })]
    await expect(early.checkPolicy()).rejects.toThrow(RedisEvicts)
    await isReady(late)
    await expect(late.checkPolicy()).rejects.toThrow(RedisEvicts)
    await start().checkPolicy()
    await client.acl('SETUSER', 'default', '-info')
    await start({ refuseEviction: true }).checkPolicy()
    await client.acl('SETUSER', 'default', '+info')
    await client.config('SET', 'maxmemory-policy', 'noeviction')
    await start({ refuseEviction: true }).checkPolicy()
    client.disconnect()
  })

  /** Starts a runner, and resolves when it has looked whether Redis has what was dispatched before. */
  async function startAndLook({ start, isReady }: ReturnType<typeof aQueue>) {
    const runner = start()
    const onReturn = vi.fn()
    runner.onReturn(onReturn)
    await isReady(runner)
    // On the same connection: the first answer comes after those that it looks at, the second one after its note.
    for (let asked = 0; asked < 2; asked += 1) {
      await runner.isReachable()
      await new Promise(setImmediate)
    }
    return { runner, onReturn }
  }

  it('says that Redis is back, and that there is room, when it has been away', async () => {
    const { queue, start, isReady } = aQueue()
    await isReady(start())
    const client = new Redis(redis.url)
    await eventually(async () => expect(await client.exists('superprinter:run')).toBe(1))
    client.disconnect()
    const runner = start()
    const [onReturn, onRoom] = [vi.fn(), vi.fn()]
    runner.onReturn(onReturn)
    runner.onRoom(onRoom)
    await isReady(runner)
    await eventually(() => expect(onRoom).toHaveBeenCalledExactlyOnceWith(queue))
    expect(onReturn).not.toHaveBeenCalled()
    await redis.kill()
    await eventually(() => expect(runner.capacity(queue)).toBe(0))
    expect(await runner.isReachable()).toBe(false)
    await redis.restart()
    await isReady(runner)
    expect(onReturn).toHaveBeenCalledOnce()
    expect(onRoom).toHaveBeenCalledTimes(2)
    expect(await runner.isReachable()).toBe(true)
  })

  it.each<[string, () => Promise<unknown>, number]>([
    ['ran on while no process did', async () => {}, 0],
    ['was started again, and has lost everything', () => redis.kill().then(redis.restart), 1],
    ['was started again, and has kept what it was told until shortly before', () => note('another run'), 1],
    ['was emptied', () => ask((client) => client.flushall()), 1],
  ])('says once whether deliveries may be lost when Redis %s', async (_, happens, times) => {
    const queue = aQueue()
    const { runner } = await startAndLook(queue)
    await runner.stop()
    await happens()
    expect((await startAndLook(queue)).onReturn).toHaveBeenCalledTimes(times)
    expect((await startAndLook(queue)).onReturn).not.toHaveBeenCalled()
  })

  async function ask<Answer>(question: (client: Redis) => Promise<Answer>): Promise<Answer> {
    const client = new Redis(redis.url)
    try {
      return await question(client)
    } finally {
      client.disconnect()
    }
  }
  const note = (run: string) => ask((client) => client.set('superprinter:run', run))
})
