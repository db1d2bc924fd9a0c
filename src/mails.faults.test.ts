import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import mongoose from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import type { OutboxRow } from '#platform/jobs/outbox-row'
import { anOrder, PASSWORD } from './bff/testing/shop-requests.ts'
import { eventually } from './testing/eventually.ts'
import { freePort } from './testing/free-port.ts'
import { startHaltingRelay, type HaltingRelay, type Step } from './testing/halting-relay.ts'
import { bundleProgram, startProcess, type BundledProgram, type KillableProcess } from './testing/killable-process.ts'
import { patient } from './testing/patience.ts'
import { hasRedisServer, startRedisServer, type RedisServer } from './testing/redis-server.ts'
import { shopEnvironment } from './testing/shop-environment.ts'
import { freshDatabaseUri } from './testing/test-database.ts'
import { aWaitingMail, WAITING_MAILS_GO_TO } from './testing/waiting-mail.ts'

/** As many as one process sends at a time, by their queues, and where each stands. */
const STEPS = {
  mail: ['greeting', 'sender', 'recipient', 'data'],
  alerts: ['end', 'end'],
  'urgent-mail': ['greeting', 'sender', 'recipient', 'data'],
} as const satisfies Partial<Record<string, readonly Step[]>>
const HALTS: readonly Step[] = Object.values(STEPS)
  .flat()
  // The shop waits ten seconds for a greeting, and minutes for the rest: on a busy machine those connections come last.
  .toSorted((a, b) => Number(a === 'greeting') - Number(b === 'greeting'))
/** How often each mail came when so many of them came twice. */
const times = (twice: number) => HALTS.map((_, mail) => (mail < twice ? 2 : 1))
/** A busy machine must not have a lease run out that is about to be renewed. */
const LEASE_SECONDS = Math.ceil(patient(2))
const WAIT = { withinMs: 20_000, everyMs: 50 }

type Kind = 'one process with the built-in database' | 'workers over Redis'
const KINDS: readonly Kind[] = [
  'one process with the built-in database',
  ...(hasRedisServer() ? (['workers over Redis'] as const) : []),
]

/** A shop whose mails go to a server that halts. */
interface MailingShop {
  readonly kind: Kind
  readonly relay: HaltingRelay
  /** The process that was started first. */
  readonly first: KillableProcess
  signal(which: NodeJS.Signals): void
  /** Starts the process again, or another worker. */
  start(): Promise<KillableProcess>
  /** Has the first process stand before the server with all mails that it sends at a time, some at each step. */
  haltEverywhere(): Promise<void>
  goOnEverywhere(): void
  /** Waits until every mail has a result. */
  allSettled(): Promise<void>
  /** How often each mail came, the most first. */
  timesTaken(): readonly number[]
  url(path: string): string
  stop(): Promise<void>
}

describe('a shop that is disturbed while it hands mails over', { timeout: patient(60_000) }, () => {
  let program: BundledProgram
  beforeAll(async () => {
    program = await bundleProgram('src/main.ts')
  }, patient(60_000))
  afterAll(async () => {
    await program.remove()
  })

  async function open(kind: Kind): Promise<MailingShop> {
    const isWorker = kind === 'workers over Redis'
    const relay = await startHaltingRelay()
    const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-mails-'))
    const port = await freePort()
    const databaseUri = freshDatabaseUri()
    const redis: RedisServer | null = isWorker ? await startRedisServer() : null
    const started: KillableProcess[] = []
    const settings = {
      SMTP_URL: relay.url,
      MAIL_FROM: 'shop@example.com',
      JOB_LEASE_SECONDS: String(LEASE_SECONDS),
      LOG_LEVEL: 'silent',
      ADMIN_PASSWORD: PASSWORD,
      JWT_SECRET: '9ae1b7c05d3f4e6288aa10c4f7d2b3965f0e',
      ...(isWorker && {
        ROLE: 'worker',
        SEED_DEMO: 'false',
        MONGODB_URI: databaseUri,
        REDIS_URL: redis?.url ?? '',
      }),
    }

    async function start(): Promise<KillableProcess> {
      const env = shopEnvironment(dataDir, port, settings) as Record<string, string>
      const child = startProcess(program.file, { env })
      started.push(child)
      await child.line((line) => line.includes(isWorker ? 'is waiting for jobs' : 'is open at'))
      return child
    }

    /** The built-in database lets others in while its process runs. */
    async function withOutbox<Result>(
      work: (rows: mongoose.mongo.Collection<OutboxRow>) => Promise<Result>,
    ): Promise<Result> {
      const ownerFile = join(dataDir, 'database', 'owner.json')
      const uri = isWorker ? databaseUri : (JSON.parse(readFileSync(ownerFile, 'utf8')) as { uri: string }).uri
      const client = await mongoose.mongo.MongoClient.connect(uri)
      try {
        return await work(client.db().collection<OutboxRow>('outbox'))
      } finally {
        await client.close()
      }
    }

    const first = await start()
    return {
      kind,
      relay,
      first,
      start,
      signal: (which) => void process.kill(first.pid as number, which),
      async haltEverywhere() {
        relay.haltAt(HALTS)
        await withOutbox((outbox) =>
          outbox.insertMany(
            Object.entries(STEPS).flatMap(([queue, steps]) =>
              steps.map(() => aWaitingMail(queue as keyof typeof STEPS)),
            ),
          ),
        )
        await eventually(() => expect(relay.halted().toSorted()).toEqual(HALTS.toSorted()), WAIT)
      },
      goOnEverywhere() {
        for (const step of HALTS) relay.goOn(step)
      },
      allSettled: () =>
        eventually(
          () => withOutbox(async (rows) => expect(await rows.countDocuments({ status: { $ne: 'done' } })).toBe(0)),
          WAIT,
        ),
      timesTaken() {
        const taken = relay.taken.filter(({ to }) => to.endsWith(WAITING_MAILS_GO_TO))
        const mails = [...new Set(taken.map(({ to }) => to))].map((to) => taken.filter((mail) => mail.to === to))
        // What comes twice can be told by its number.
        for (const same of mails) expect(new Set(same.map(({ messageId }) => messageId)).size).toBe(1)
        return mails.map(({ length }) => length).toSorted((a, b) => b - a)
      },
      url: (path) => `http://127.0.0.1:${port}${path}`,
      async stop() {
        await Promise.all(started.map((child) => child.kill()))
        await redis?.stop()
        await relay.stop()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  }

  /** Both kinds at the same time: most of it is waiting. */
  async function inBothKinds(work: (shop: MailingShop) => Promise<void>): Promise<void> {
    await Promise.all(
      KINDS.map(async (kind) => {
        const shop = await open(kind)
        try {
          await shop.haltEverywhere()
          await work(shop)
        } finally {
          await shop.stop()
        }
      }),
    )
  }

  it('ends in time while the server is silent, notes what is answered meanwhile, and sends the rest after the next start', () =>
    inBothKinds(async (shop) => {
      shop.signal('SIGSTOP')
      shop.relay.goOn('end', 1)
      shop.signal('SIGTERM')
      shop.signal('SIGCONT')
      // With 1 when it took longer than it may (`platform/process/shutdown.ts`).
      expect(await shop.first.ended, shop.kind).toBe(0)
      shop.goOnEverywhere()
      await shop.start()
      await shop.allSettled()
      expect(shop.timesTaken(), shop.kind).toEqual(times(1))
    }))

  // These mostly wait for leases.
  it.concurrent('loses no mail when it is killed, and sends again what the server has and the shop has not noted', () =>
    inBothKinds(async (shop) => {
      shop.signal('SIGSTOP')
      // The answer to one comes, and the shop does not note it any more.
      shop.relay.goOn('end', 1)
      await shop.first.kill()
      shop.goOnEverywhere()
      await shop.start()
      await shop.allSettled()
      expect(shop.timesTaken(), shop.kind).toEqual(times(2))
    }))

  it.concurrent('leaves what it had not handed over when it was frozen to the process that took it on', () =>
    inBothKinds(async (shop) => {
      const hasAnother = shop.kind === 'workers over Redis'
      shop.signal('SIGSTOP')
      shop.goOnEverywhere()
      if (hasAnother) {
        await shop.start()
        await shop.allSettled()
      } else await pause(LEASE_SECONDS * 1000 + 500)
      shop.signal('SIGCONT')
      await eventually(() => expect(shop.relay.haltedAndOpen()).toBe(0), WAIT)
      await shop.allSettled()
      expect(shop.timesTaken(), shop.kind).toEqual(times(hasAnother ? 2 : 0))
    }))

  it.concurrent('takes orders while the server is silent, and confirms them when it goes on', async () => {
    const shop = await open('one process with the built-in database')
    const send = async (path: string, body: object, headers = {}) => {
      const answer = await fetch(shop.url(path), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return { status: answer.status, body: (await answer.json()) as { readonly token: string } }
    }
    try {
      await shop.haltEverywhere()
      const customerEmail = `${randomUUID()}@example.com`
      const names = { firstName: 'Ada', lastName: 'Byron', phone: '5551234567' }
      const { body } = await send('/api/register', { ...names, email: customerEmail, password: PASSWORD })
      const [product] = (await (await fetch(shop.url('/api/products?inStock=true'))).json()) as Product[]
      const order = anOrder(product as Product, { customerEmail, sessionId: randomUUID() })
      const { status } = await send('/api/orders', order, { Authorization: `Bearer ${body.token}` })
      expect(status).toBe(201)
      expect(shop.relay.taken.filter(({ to }) => to === customerEmail)).toEqual([])
      shop.goOnEverywhere()
      // The welcome, and the confirmation.
      await eventually(() => expect(shop.relay.taken.filter(({ to }) => to === customerEmail)).toHaveLength(2), WAIT)
      await eventually(() => expect(shop.timesTaken()).toEqual(times(0)), WAIT)
    } finally {
      await shop.stop()
    }
  })
})
