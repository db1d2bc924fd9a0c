import { Redis } from 'ioredis'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeCertificate } from '../../testing/certificate.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { patient } from '../../testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from '../../testing/redis-server.ts'
import type { Broadcast } from '../events/event-bus.ts'
import { createRedisBroadcast } from '../events/redis-broadcast.ts'
import { createBullmqRunner, type BullmqRunner } from '../jobs/bullmq-runner.ts'
import { createLogger } from '../log/logger.ts'

const TRIES_MS = 1500
/** How many connections `connect` opens. */
const CONNECTIONS = 6

describe.skipIf(!hasRedisServer())('of a Redis that is away the log', { timeout: patient(30_000) }, () => {
  let folder: string
  let log: FileHandle
  let redis: RedisServer
  let broadcast: Broadcast
  let runner: BullmqRunner | null = null

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'superprinter-log-'))
    log = await open(join(folder, 'log'), 'w')
    redis = await startRedisServer()
  })
  afterEach(async () => {
    await broadcast.close()
    await runner?.stop()
    await redis.stop()
    await log.close()
    await rm(folder, { recursive: true })
  })

  /** Opens what a process of the shop has: four connections, and one for each of the two queues that it works on. */
  function connect(url: string): void {
    const logger = createLogger('info', log.fd)
    broadcast = createRedisBroadcast(url, logger)
    runner = createBullmqRunner({ queues: { mail: 1, orders: 1 }, url, logger, lockMs: 30_000, refuseEviction: false })
    runner.work(async () => {})
  }
  const said = async () => (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n').filter(Boolean)
  const lines = async () => (await said()).map((line) => JSON.parse(line) as { reason?: string; msg: string })
  const says = (msg: string | RegExp) =>
    eventually(async () => expect((await lines()).map((line) => line.msg)).toContainEqual(expect.stringMatching(msg)), {
      withinMs: patient(10_000),
    })
  const withoutStack = async () => expect((await said()).join('\n')).not.toMatch(/stack|\\n +at /)

  it('has one line at the start, with the reason and without a stack, and one when it is there', async () => {
    await redis.kill()
    connect(redis.url)
    await says(/does not answer/)
    await pause(TRIES_MS)
    expect(await lines()).toEqual([
      {
        level: 40,
        time: expect.any(String),
        reason: expect.stringMatching(/^connect ECONNREFUSED/),
        msg: 'Redis does not answer; trying again',
      },
    ])
    await redis.restart()
    await says('Redis is back')
    expect(await lines()).toHaveLength(2)
    await withoutStack()
  })

  it('has one line for the connection that was lost, and one for what it meets then', async () => {
    connect(redis.url)
    await eventually(async () => expect(await runner?.isReachable()).toBe(true))
    expect(await lines()).toEqual([])
    await redis.kill()
    await says(/does not answer/)
    await pause(TRIES_MS)
    expect((await lines()).map(({ msg }) => msg)).toEqual([
      'the connection to Redis was lost; trying again',
      'Redis does not answer; trying again',
    ])
    await redis.restart()
    await says('Redis is back')
    await withoutStack()
  })

  it('says once that it is a replica, however many are refused by it, and when it is none any more', async () => {
    connect(redis.url)
    await eventually(async () => expect(await runner?.isReachable()).toBe(true))
    const owner = new Redis(redis.url)
    const connectionsMade = async () =>
      Number(/total_connections_received:(\d+)/.exec(await owner.info('stats'))?.[1] ?? NaN)
    const before = await connectionsMade()
    const began = performance.now()
    await owner.replicaof('127.0.0.1', await freePort())
    await eventually(async () => expect(await runner?.isReachable()).toBe(false))
    await says(/replica/)
    for (let i = 0; i < 20; i += 1) {
      await expect(
        runner?.dispatch('mail', [{ id: `${i}`, delivery: 0, name: 'a-job', queue: 'mail' }]),
      ).rejects.toThrow()
      await pause(TRIES_MS / 20)
    }
    const replica = 'Redis is a replica, which takes no changes: REDIS_URL must lead to the primary; trying again'
    expect((await lines()).map(({ msg }) => msg)).toEqual([replica])
    expect(await runner?.isReachable()).toBe(false)
    // Each of the shop's connections looks every other second where the address leads by now.
    const looks = 1 + (performance.now() - began) / 2000
    expect((await connectionsMade()) - before).toBeLessThan(CONNECTIONS * looks)
    await owner.replicaof('NO', 'ONE')
    owner.disconnect()
    await says('Redis is back')
    await eventually(async () => expect(await runner?.isReachable()).toBe(true))
    await pause(TRIES_MS)
    expect((await lines()).map(({ msg }) => msg)).toEqual([replica, 'Redis is back'])
    await withoutStack()
  })

  it('names the password that is wrong, and events are heard once it is right', async () => {
    const owner = new Redis(redis.url)
    await owner.config('SET', 'requirepass', 'ink-and-paper')
    const withPassword = (password: string) => redis.url.replace('//', `//:${password}@`)
    connect(withPassword('paper-and-ink'))
    await says(/refuses the sign-in: check user name and password of REDIS_URL/)
    await pause(TRIES_MS)
    expect(await lines()).toMatchObject([{ reason: expect.stringMatching(/^WRONGPASS/) }])
    await owner.config('SET', 'requirepass', 'paper-and-ink')
    await says('Redis is back')
    expect(await lines()).toHaveLength(2)
    await withoutStack()

    const heard = vi.fn()
    broadcast.receive(heard)
    const other = createRedisBroadcast(withPassword('paper-and-ink'), createLogger('silent'))
    await eventually(() => {
      other.send('news')
      expect(heard).toHaveBeenCalledWith('news')
    })
    await other.close()
    owner.disconnect()
  })

  it('says that a password is missing', async () => {
    const owner = new Redis(redis.url)
    await owner.config('SET', 'requirepass', 'ink-and-paper')
    connect(redis.url)
    await says(/refuses the sign-in/)
    await pause(TRIES_MS)
    expect(await lines()).toMatchObject([{ reason: expect.stringMatching(/^NOAUTH/) }])
    owner.disconnect()
  })

  it('says that a server at the port speaks no TLS', async () => {
    connect(redis.url.replace('redis:', 'rediss:'))
    await says('Redis does not answer: check that it speaks TLS at the port of REDIS_URL; trying again')
    await withoutStack()
  })

  it.each([
    ['whose certificate nobody knows', 'rediss', /^Redis cannot be reached over TLS: check that its certificate/],
    ['that is asked without TLS', 'redis', /^Redis closes the connection at once: .* begins with rediss:/],
  ])('says what is wrong with a server %s', async (_, scheme, sentence) => {
    const server = createServer(makeCertificate('localhost')).listen(0, 'localhost')
    server.on('tlsClientError', () => {})
    await once(server, 'listening')
    connect(`${scheme}://localhost:${(server.address() as AddressInfo).port}`)
    await says(sentence)
    await pause(TRIES_MS)
    expect(await lines()).toHaveLength(1)
    await withoutStack()
    server.close()
  })

  it('says that the number of its database is none, and works in no other', async () => {
    connect(`${redis.url}/99`)
    await says('Redis has no database of the number at the end of REDIS_URL')
    await pause(TRIES_MS)
    expect(await lines()).toHaveLength(1)
    expect(await runner?.isReachable()).toBe(false)
    await withoutStack()
  })

  it('says of each address of a name why it does not answer', async () => {
    connect(`redis://localhost:${await freePort()}`)
    await says(/does not answer/)
    expect((await lines())[0]?.reason).toMatch(/ECONNREFUSED/)
  })
})
