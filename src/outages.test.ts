import Fastify from 'fastify'
import mongoose from 'mongoose'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { DRIVER_CONNECTION } from '#platform/database/driver-connection'
import { DatabaseUnavailable } from '#platform/database/unavailable'
import { defineJob } from '#platform/jobs/define-job'
import type { Outbox } from '#platform/jobs/outbox'
import type { ClaimedJob } from '#platform/jobs/outbox-row'
import { createJobWorker } from '#platform/jobs/job-worker'
import { createLogger } from '#platform/log/logger'
import { Overdue } from '#platform/concurrency/within'
import { registerErrorHandler } from './bff/http/errors.ts'
import { openStandalone } from './testing/database-proxy.ts'
import { freePort } from './testing/free-port.ts'
import { patient } from './testing/patience.ts'

const { MongoBulkWriteError, MongoClient, MongoServerError } = mongoose.mongo
type Client = InstanceType<typeof MongoClient>
type Answer = (command: string, socket: Socket) => object | null

const OPTIONS = { ...DRIVER_CONNECTION, directConnection: true, serverSelectionTimeoutMS: 200, connectTimeoutMS: 300 }
/** For a server that is there. */
const ENOUGH = { serverSelectionTimeoutMS: patient(2000), connectTimeoutMS: patient(2000) }
const find = (client: Client) => client.db('shop').collection('orders').findOne({})

/** The error that work with a client of the driver ends with. */
async function errorOf(uri: string, options: object, work: (client: Client) => Promise<unknown>): Promise<unknown> {
  const client = new MongoClient(uri, { ...OPTIONS, ...options })
  try {
    return await work(client).then(
      () => null,
      (error: unknown) => error,
    )
  } finally {
    await client.close()
  }
}

/** The same with a server that answers what comes after the handshake in this way. */
async function errorFrom(
  answer: Answer,
  work: (client: Client) => Promise<unknown> = find,
  options: object = {},
): Promise<unknown> {
  // The end of a client waits for this answer.
  const server = await openStandalone({
    answer: (command, socket) => (command === 'endSessions' ? { ok: 1 } : answer(command, socket)),
  })
  try {
    return await errorOf(server.uri, { ...ENOUGH, ...options }, work)
  } finally {
    await server.close()
  }
}

/** The same with a server at a port that speaks no word of MongoDB's protocol. */
async function errorAt(onConnection: (socket: Socket) => void, options: object = {}): Promise<unknown> {
  const server = createServer((socket) => onConnection(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await errorOf(`mongodb://127.0.0.1:${(server.address() as AddressInfo).port}`, options, find)
  } finally {
    server.close()
  }
}

const refusal = (code: number, more: object = {}) => ({ ok: 0, code, errmsg: 'words of the server', ...more })

/** What a request whose route ended with this error is answered. */
async function answerTo(error: unknown) {
  const app = Fastify()
  registerErrorHandler(app, createLogger('silent'))
  app.get('/api/orders', async () => {
    throw error
  })
  const { statusCode, headers, body } = await app.inject('/api/orders')
  await app.close()
  return { status: statusCode, retryAfter: headers['retry-after'], code: (JSON.parse(body) as { code: string }).code }
}

const JOB: ClaimedJob = {
  id: 'a-job',
  delivery: 1,
  name: 'send-label',
  queue: 'orders',
  payload: 7,
  attempt: 1,
  createdAt: new Date(),
  waitingSince: null,
  leaseUntil: new Date(),
}

/** What becomes of a job whose handler ended with this error. */
async function jobAfter(error: unknown) {
  const definition = defineJob({ name: JOB.name, queue: JOB.queue, schema: z.unknown() })
  const outbox = { claim: async () => JOB, waitOut: vi.fn(), retryLater: vi.fn(), giveUp: vi.fn() }
  const fail = async () => {
    throw error
  }
  const worker = createJobWorker({
    outbox: outbox as unknown as Outbox,
    clock: { now: () => new Date() },
    databaseClock: { now: () => new Date() },
    registered: new Map([[JOB.name, { definition, handler: fail }]]),
    logger: createLogger('silent'),
    leaseMs: 60_000,
  })
  await worker.run(JOB)
  worker.close()
  const { waitOut, retryLater, giveUp } = outbox
  return { waits: waitOut.mock.calls.length, counts: retryLater.mock.calls.length + giveUp.mock.calls.length }
}

async function expectOutage(error: unknown): Promise<void> {
  expect(await answerTo(error)).toEqual({ status: 503, retryAfter: '5', code: 'UNAVAILABLE' })
  expect(await jobAfter(error)).toEqual({ waits: 1, counts: 0 })
}

const silent: Answer = () => null
const reset: Answer = (_command, socket) => {
  socket.resetAndDestroy()
  return null
}

describe('with a database that is away, a request is sent away for now and a job waits without losing an attempt', () => {
  it.each<[what: string, error: () => Promise<unknown>, name: string]>([
    [
      'because nothing listens there',
      async () => errorOf(`mongodb://127.0.0.1:${await freePort()}`, {}, find),
      'MongoServerSelectionError',
    ],
    ['because its name is unknown', () => errorOf('mongodb://db.shop.invalid', {}, find), 'MongoServerSelectionError'],
    [
      'because a name of mongodb+srv is unknown',
      () => errorOf('mongodb+srv://db.shop.invalid', { directConnection: false }, find),
      'Error',
    ],
    ['that resets what connects', () => errorAt((socket) => socket.resetAndDestroy()), 'MongoServerSelectionError'],
    ['that closes what connects', () => errorAt((socket) => void socket.end()), 'MongoServerSelectionError'],
    ['that accepts what connects and is silent', () => errorAt(() => {}), 'MongoServerSelectionError'],
    [
      'because no connection is encrypted as it should be',
      () => errorAt((socket) => void socket.write('no TLS'), { tls: true }),
      'MongoServerSelectionError',
    ],
    ['that resets the connection of each command', () => errorFrom(reset), 'MongoNetworkError'],
    [
      'that does not answer a command in time',
      () => errorFrom(silent, find, { socketTimeoutMS: 100 }),
      'MongoNetworkTimeoutError',
    ],
    [
      'whose connections are all taken',
      () =>
        errorFrom(silent, (client) => Promise.race([find(client), find(client)]), {
          maxPoolSize: 1,
          waitQueueTimeoutMS: 100,
        }),
      'MongoWaitQueueTimeoutError',
    ],
    [
      'because the client was closed in the midst of a command',
      () => {
        let begin = () => {}
        const begun = new Promise<void>((resolve) => (begin = resolve))
        const answer: Answer = () => {
          begin()
          return null
        }
        return errorFrom(answer, async (client) => {
          const found = find(client)
          found.catch(() => {})
          await begun
          await client.close()
          return found
        })
      },
      'MongoClientClosedError',
    ],
    [
      'because the client is closed',
      () =>
        errorFrom(silent, async (client) => {
          await client.connect()
          await client.close()
          return find(client)
        }),
      'MongoNotConnectedError',
    ],
    [
      'because a session ended',
      () =>
        errorFrom(silent, async (client) => {
          const session = client.startSession()
          await session.endSession()
          return client.db('shop').collection('orders').findOne({}, { session })
        }),
      'MongoExpiredSessionError',
    ],
    [
      'whose sign-in of a new connection is refused, as after its password was changed',
      () => {
        let signsIn = true
        const answer: Answer = (command) =>
          command === 'saslStart' ? (signsIn ? { ok: 1, done: true, conversationId: 1 } : refusal(18)) : null
        const work = async (client: Client) => {
          await client.connect()
          signsIn = false
          return Promise.race([find(client), find(client)])
        }
        const auth = { username: 'shop', password: 'ink' }
        return errorFrom(answer, work, { auth, authMechanism: 'PLAIN', authSource: '$external' })
      },
      'MongoServerError',
    ],
    [
      'that has written, and not to a majority',
      () =>
        errorFrom(
          () => ({ ok: 1, n: 1, writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } }),
          (client) => client.db('shop').collection<{ _id: number }>('orders').insertOne({ _id: 1 }),
        ),
      'MongoWriteConcernError',
    ],
    [
      'that has written some rows, and not to a majority',
      () =>
        errorFrom(
          () => ({ ok: 1, n: 1, writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' } }),
          (client) =>
            client
              .db('shop')
              .collection<{ _id: number }>('orders')
              .bulkWrite([{ insertOne: { document: { _id: 1 } } }]),
        ),
      'MongoBulkWriteError',
    ],
    [
      'that steps down in the midst of some rows',
      () =>
        errorFrom(
          () => ({ ok: 1, n: 0, writeErrors: [{ index: 0, code: 11_602, errmsg: 'interrupted' }] }),
          (client) =>
            client
              .db('shop')
              .collection<{ _id: number }>('orders')
              .insertMany([{ _id: 1 }]),
        ),
      'MongoBulkWriteError',
    ],
    [
      'whose transaction ended in the midst',
      () =>
        errorFrom(
          () => refusal(251, { errorLabels: ['TransientTransactionError'] }),
          (client) => client.db('shop').collection<{ _id: number }>('orders').insertOne({ _id: 1 }),
        ),
      'MongoServerError',
    ],
    [
      'that sends callers away with a code that nobody knows yet',
      () => errorFrom(() => refusal(999_999, { errorLabels: ['SystemOverloadedError'] })),
      'MongoServerError',
    ],
    [
      'that gives no answer to a transaction',
      async () => new DatabaseUnavailable(new Overdue('a transaction', 75_000)),
      'DatabaseUnavailable',
    ],
  ])('%s', async (_what, fail, name) => {
    const error = await fail()
    expect(error).toMatchObject({ name })
    await expectOutage(error)
  })

  it.each([
    ['does not let the shop do what it must', 13],
    ['shuts down', 91],
    ['steps down', 189],
    ['has not got the keys of a new primary yet', 211],
    ['takes no writes while it is moved', 371],
    ['is not the primary', 10_107],
    ['was interrupted by its end', 11_600],
    ['was interrupted by an election', 11_602],
    ['is a secondary', 13_435],
    ['is neither primary nor secondary', 13_436],
    ['has a full disk', 14_031],
  ])('that %s', async (_what, code) => {
    // A command that the driver does not try a second time.
    const error = await errorFrom(
      () => refusal(code),
      (client) => client.db('shop').command({ count: 'orders' }),
    )
    expect(error).toMatchObject({ name: 'MongoServerError', code })
    await expectOutage(error)
  })
})

describe('what a database that is there refuses is a mistake of the shop, also for jobs', () => {
  it.each<[what: string, error: () => Promise<unknown>]>([
    ['a value that is no good', () => errorFrom(() => refusal(2))],
    ['a command that it does not know', () => errorFrom(() => refusal(59))],
    ['a row that is like another one', () => errorFrom(() => refusal(11_000))],
    ['a row that is too large', () => errorFrom(() => refusal(10_334))],
    [
      'rows of which one is like another',
      async () => new MongoBulkWriteError(new MongoServerError(refusal(11_000)) as never, {} as never),
    ],
    [
      'a change that the driver does not take',
      () =>
        errorFrom(silent, (client) =>
          client
            .db('shop')
            .collection('orders')
            .updateOne({}, { paid: true } as never),
        ),
    ],
  ])('%s', async (_what, fail) => {
    const error = await fail()
    expect(error).toBeInstanceOf(Error)
    expect(await answerTo(error)).toEqual({ status: 500, retryAfter: undefined, code: 'INTERNAL' })
    expect(await jobAfter(error)).toEqual({ waits: 0, counts: 1 })
  })
})
