import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { JOB_TIMINGS, printLabel } from '../../testing/label-job.ts'
import { bundleProgram, startProcess } from '../../testing/killable-process.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../testing/redis-server.ts'
import { openDatabaseProxy, openRedisProxy } from '../../testing/database-proxy.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { systemClock } from '../time/clock.ts'
import { connectDatabase, type Database } from '../database/database.ts'
import { createLogger } from '../log/logger.ts'
import { createJobs, type JobsRuntime } from './create-jobs.ts'
import { StartRefused } from '../errors/start-refused.ts'
import { patient } from '../../testing/patience.ts'

describe.skipIf(!hasRedisServer())('jobs through Redis', { timeout: patient(60_000) }, () => {
  let db: TestDatabase
  let redis: RedisServer
  let web: JobsRuntime
  let printed: string[]
  const running: JobsRuntime[] = []
  const cleanUps: (() => Promise<void>)[] = []

  async function makeJobs(
    options: { refuseEviction?: boolean; database?: Database; timings?: Partial<typeof JOB_TIMINGS> } = {},
  ): Promise<JobsRuntime> {
    const jobs = await createJobs({
      database: db.database,
      clock: systemClock,
      logger: createLogger('silent'),
      queues: { orders: 8, mail: 4 },
      redisUrl: redis.url,
      ...options,
      timings: { ...JOB_TIMINGS, ...options.timings },
    })
    running.push(jobs)
    return jobs
  }

  async function startWorker(
    handler?: (text: string) => Promise<void>,
    options?: Parameters<typeof makeJobs>[0],
  ): Promise<JobsRuntime> {
    const jobs = await makeJobs(options)
    jobs.handle(printLabel, async ({ text }) => {
      await handler?.(text)
      printed.push(text)
    })
    await jobs.start({ work: true })
    return jobs
  }

  /** Nothing is dispatched again by itself as long as a test runs. */
  const LONG_DISPATCHED = { dispatchedLeaseMs: 600_000 }

  const printsNoLabels = () => Promise.reject(new Error('A process that does not work prints no labels.'))

  async function replaceWeb(options: Parameters<typeof makeJobs>[0]): Promise<void> {
    await web.stop()
    web = await makeJobs(options)
    web.handle(printLabel, printsNoLabels)
    await web.start({ work: false })
  }

  const enqueue = (text: string) => db.database.transaction((tx) => web.enqueue(tx, printLabel, { text }))

  /** Enqueues labels one after another and returns the longest that one of them took, in ms. */
  async function enqueueAll(labels: readonly string[]): Promise<number> {
    let longest = 0
    for (const label of labels) {
      const started = performance.now()
      await enqueue(label)
      longest = Math.max(longest, performance.now() - started)
    }
    return longest
  }

  const labels = (count: number, name = 'label') => Array.from({ length: count }, (_, index) => `${name} ${index}`)
  const expectEachOnce = (expected: readonly string[]) =>
    eventually(() => expect([...printed].sort()).toEqual([...expected].sort()), { withinMs: 30_000 })
  const nothingIsLeft = () =>
    eventually(async () => {
      for (const stats of await web.stats())
        expect(stats).toMatchObject({ waiting: 0, delayed: 0, active: 0, failed: 0 })
    })

  beforeEach(async () => {
    printed = []
    db = await openTestDatabase()
    redis = await startRedisServer()
    web = await makeJobs()
    web.handle(printLabel, printsNoLabels)
    await db.database.buildIndexes()
    await web.start({ work: false })
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp()
    await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
    await redis.stop()
    await db.drop()
  })

  it('run once each with two workers', async () => {
    const perWorker = [0, 0]
    await Promise.all(
      [0, 1].map((worker) => startWorker(async () => void (perWorker[worker] = (perWorker[worker] ?? 0) + 1))),
    )
    await Promise.all(labels(200).map(enqueue))
    await expectEachOnce(labels(200))
    await nothingIsLeft()
    expect(Math.min(...perWorker)).toBeGreaterThan(0)
  })

  it('store only their ids in Redis, and nothing once they are done', async () => {
    await enqueue('for somebody@example.com')
    const client = new Redis(redis.url)
    const keys = await eventually(async () => {
      const found = (await client.keys('superprinter:orders:*')).filter((key) => /:[0-9a-f-]{36}-0$/.test(key))
      expect(found).toHaveLength(1)
      return found
    })
    expect(JSON.stringify(await client.hgetall(keys[0] as string))).not.toContain('somebody')
    await startWorker()
    await expectEachOnce(['for somebody@example.com'])
    await eventually(async () => expect(await client.exists(keys[0] as string)).toBe(0))
    client.disconnect()
  })

  it('are accepted at once while Redis is dead, and run once when it is back', async () => {
    await startWorker()
    await enqueueAll(labels(5, 'before'))
    await redis.kill()
    expect(await enqueueAll(labels(50, 'during'))).toBeLessThan(patient(1000))
    expect(await web.isReachable()).toBe(false)
    await redis.restart()
    await expectEachOnce([...labels(5, 'before'), ...labels(50, 'during')])
    await nothingIsLeft()
    await eventually(async () => expect(await web.isReachable()).toBe(true))
  })

  it('are accepted at once while Redis is frozen, and run once when it moves again', async () => {
    await startWorker()
    await enqueueAll(labels(5, 'before'))
    redis.freeze()
    expect(await enqueueAll(labels(50, 'during'))).toBeLessThan(patient(1000))
    const asked = performance.now()
    expect(await web.isReachable()).toBe(false)
    expect(performance.now() - asked).toBeLessThan(patient(1500))
    redis.thaw()
    await expectEachOnce([...labels(5, 'before'), ...labels(50, 'during')])
    await nothingIsLeft()
  })

  it('are accepted by a process that starts while Redis is down', async () => {
    await redis.kill()
    const started = performance.now()
    web = await makeJobs()
    web.handle(printLabel, printsNoLabels)
    await web.start({ work: false })
    await startWorker()
    expect(performance.now() - started).toBeLessThan(patient(4000))
    expect(await enqueueAll(labels(10))).toBeLessThan(patient(1000))
    await redis.restart()
    await expectEachOnce(labels(10))
  })

  it('survive a Redis that comes back empty', async () => {
    await enqueueAll(labels(100))
    const client = new Redis(redis.url)
    await eventually(async () => expect(await client.llen('superprinter:orders:wait')).toBe(100))
    client.disconnect()
    await redis.kill()
    await redis.restart()
    await startWorker()
    await expectEachOnce(labels(100))
    await nothingIsLeft()
  })

  it('run at once when all processes and an empty Redis are started again', async () => {
    await replaceWeb({ timings: LONG_DISPATCHED })
    await enqueueAll(labels(20))
    const outbox = db.database.connection.collection('outbox')
    await eventually(async () => expect(await outbox.countDocuments({ status: 'handed' })).toBe(20))
    await web.stop()
    await redis.kill()
    await redis.restart()
    await startWorker(undefined, { timings: LONG_DISPATCHED })
    await expectEachOnce(labels(20))
  })

  it('run at once when their worker was asked to stop while it could not reach the database', async () => {
    await replaceWeb({ timings: LONG_DISPATCHED })
    const proxy = await openDatabaseProxy(db.uri)
    cleanUps.push(async () => proxy.interrupt())
    const cutOff = await connectDatabase(proxy.uri, createLogger('silent'))
    cleanUps.push(() => cutOff.close())
    const worker = await startWorker(undefined, { timings: LONG_DISPATCHED, database: cutOff })
    proxy.interrupt()
    await enqueueAll(labels(5))
    const client = new Redis(redis.url)
    await eventually(async () => expect(await client.llen('superprinter:orders:active')).toBe(5))
    client.disconnect()
    await worker.stop()
    expect(printed).toEqual([])
    await startWorker(undefined, { timings: LONG_DISPATCHED })
    await expectEachOnce(labels(5))
  })

  it('survive a Redis that is emptied while they wait', async () => {
    await enqueueAll(labels(20))
    const client = new Redis(redis.url)
    await eventually(async () => expect(await client.llen('superprinter:orders:wait')).toBe(20))
    await client.flushall()
    client.disconnect()
    await startWorker()
    await expectEachOnce(labels(20))
  })

  it('wait in the outbox while Redis is full', async () => {
    const client = new Redis(redis.url)
    await client.config('SET', 'maxmemory', '1')
    expect(await enqueueAll(labels(10))).toBeLessThan(patient(1000))
    await eventually(async () =>
      expect((await web.stats()).find(({ queue }) => queue === 'orders')).toMatchObject({ waiting: 10 }),
    )
    expect(await web.isReachable(), 'it answers, and takes nothing').toBe(false)
    await client.config('SET', 'maxmemory', '0')
    client.disconnect()
    await startWorker()
    await expectEachOnce(labels(10))
  })

  it.each([
    "READONLY You can't write against a read only replica.",
    'LOADING Redis is loading the dataset in memory',
    'NOAUTH Authentication required.',
    "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
    'CLUSTERDOWN The cluster is down',
  ])('wait while Redis refuses everything with %s', async (refusal) => {
    const proxy = await openRedisProxy(redis.url)
    cleanUps.push(async () => proxy.interrupt())
    redis = { ...redis, url: proxy.url }
    web = await makeJobs()
    web.handle(printLabel, printsNoLabels)
    await web.start({ work: false })
    await startWorker()
    await enqueueAll(labels(5, 'before'))
    await expectEachOnce(labels(5, 'before'))
    proxy.refuse(refusal)
    expect(await enqueueAll(labels(20, 'during'))).toBeLessThan(patient(1000))
    await eventually(async () => expect(await web.isReachable()).toBe(false))
    proxy.refuse(null)
    await expectEachOnce([...labels(5, 'before'), ...labels(20, 'during')])
    await nothingIsLeft()
    const rows = await db.database.collection<{ _id: string; attempts: number }>('outbox').find().toArray()
    expect(new Set(rows.map(({ attempts }) => attempts))).toEqual(new Set([1]))
  })

  it('are run by another worker when theirs is killed', async () => {
    const program = await bundleProgram('src/testing/label-worker.ts')
    cleanUps.push(() => program.remove())
    const child = startProcess(program.file, { args: [db.uri, redis.url] })
    cleanUps.push(() => child.kill())
    await enqueue('half printed')
    const begun = await eventually(
      async () => {
        const note = await db.database.connection.collection('begun').findOne({})
        if (note === null) throw new Error('not begun')
        return note
      },
      { withinMs: 20_000 },
    )
    expect(begun).toMatchObject({ text: 'half printed', attempt: 1, pid: child.pid })
    await child.kill()
    await startWorker()
    await expectEachOnce(['half printed'])
    await nothingIsLeft()
  })

  it('are run by another worker when theirs is killed before it has begun them', async () => {
    await replaceWeb({ timings: LONG_DISPATCHED })
    await enqueueAll(labels(5))
    const client = new Redis(redis.url)
    await eventually(async () => expect(await client.llen('superprinter:orders:wait')).toBe(5))
    // As a worker leaves them that took them longer ago than the lease.
    for (let taken = 0; taken < 5; taken += 1)
      await client.lmove('superprinter:orders:wait', 'superprinter:orders:active', 'RIGHT', 'LEFT')
    client.disconnect()
    await startWorker(undefined, { timings: LONG_DISPATCHED })
    await expectEachOnce(labels(5))
  })

  it('are kept with their error when they fail for good, and can be run again', async () => {
    let isBroken = true
    const handler = vi.fn(async () => {
      if (isBroken) throw new Error('out of paper')
    })
    await startWorker(handler)
    const id = await enqueue('a label')
    await eventually(
      async () => expect(await web.failed()).toMatchObject([{ id, attempts: 5, error: 'Error: out of paper' }]),
      { withinMs: 20_000 },
    )
    expect(handler).toHaveBeenCalledTimes(5)
    isBroken = false
    await web.runAgain(id)
    await expectEachOnce(['a label'])
    expect(await web.failed()).toEqual([])
  })

  it('that repeat daily run once with two workers, also after Redis lost everything', async () => {
    const inHalfADay = { time: new Date(Date.now() + 43_200_000).toISOString().slice(11, 16), timeZone: 'UTC' }
    await Promise.all([startWorker(), startWorker()])
    await db.database.transaction((tx) =>
      web.repeatDaily(tx, 'morning', { job: printLabel, payload: { text: 'good morning' }, at: inHalfADay }),
    )
    await redis.kill()
    await redis.restart()
    await db.database.connection
      .collection<{ _id: string; nextAt: Date }>('daily_jobs')
      .updateOne({ _id: 'morning' }, { $set: { nextAt: new Date(0) } })
    await expectEachOnce(['good morning'])
    await nothingIsLeft()
    expect(printed).toEqual(['good morning'])
  })

  it('run when another Redis has taken over the address, and the one they are connected to is its replica', async () => {
    const [former, next] = [redis, await startRedisServer()]
    let port = Number(new URL(former.url).port)
    const address = createServer((near) => {
      const far = connect(port, '127.0.0.1').on('error', () => {})
      near.on('error', () => {}).on('close', () => far.destroy())
      near.pipe(far).pipe(near)
    }).listen(0, '127.0.0.1')
    await once(address, 'listening')
    cleanUps.push(next.stop, async () => void address.close())
    redis = { ...former, url: `redis://127.0.0.1:${(address.address() as AddressInfo).port}` }
    web = await makeJobs()
    web.handle(printLabel, printsNoLabels)
    await web.start({ work: false })
    await startWorker()
    await enqueueAll(labels(5, 'before'))
    await expectEachOnce(labels(5, 'before'))

    port = Number(new URL(next.url).port)
    const staff = new Redis(former.url)
    await staff.replicaof('127.0.0.1', port)
    staff.disconnect()
    await enqueueAll(labels(20, 'after'))
    await expectEachOnce([...labels(5, 'before'), ...labels(20, 'after')])
    await nothingIsLeft()
  })

  it.each(['dead', 'frozen'] as const)('do not keep a process from ending while Redis is %s', async (state) => {
    const worker = await startWorker()
    await enqueue('a label')
    await expectEachOnce(['a label'])
    if (state === 'dead') await redis.kill()
    else redis.freeze()
    const started = performance.now()
    await Promise.all([worker.stop(), web.stop()])
    expect(performance.now() - started).toBeLessThan(patient(4000))
  })

  it('are not given to a Redis that drops keys in production', async () => {
    await redis.stop()
    redis = await startRedisServer(['--maxmemory-policy', 'allkeys-lru'])
    const refused = (await makeJobs({ refuseEviction: true })).start({ work: false })
    await expect(refused).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow(/noeviction/)
    await (await makeJobs()).start({ work: false })
  })
})
