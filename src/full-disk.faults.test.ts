import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mongoose from 'mongoose'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '#contracts/catalog'
import { canMount, mountSmallDisk, type SmallDisk } from '../packages/embedded-mongo/test/disk.fixture.ts'
import { anOrder, PASSWORD } from './bff/testing/shop-requests.ts'
import { eventually } from './testing/eventually.ts'
import { freePort } from './testing/free-port.ts'
import { bundleProgram, type BundledProgram } from './testing/killable-process.ts'
import { patient } from './testing/patience.ts'
import { shopEnvironment } from './testing/shop-environment.ts'

const DISK_MEGABYTES = 48
const BUYERS = 5
const MAX_ORDERS = 3000

/** A shop with all that it keeps on one small disk. */
interface OnDisk {
  /** What it wrote to standard error. */
  readonly said: () => string
  readonly log: () => readonly Record<string, unknown>[]
  /** Resolves with its exit code. */
  readonly ended: Promise<unknown>
  end(): void
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: { readonly id?: number; readonly code?: string; readonly message?: string; readonly token?: string }
}

describe.skipIf(!canMount)('a shop whose disk becomes full', { timeout: patient(120_000) }, () => {
  let program: BundledProgram
  let disk: SmallDisk
  let dataDir: string
  let port: number
  let shop: OnDisk
  const acknowledged: number[] = []
  const email = `${randomUUID()}@example.com`
  let bearer: { readonly Authorization: string }
  let staff: { readonly Authorization: string }
  let product: Product

  const url = (path: string) => `http://127.0.0.1:${port}${path}`
  const full = (dir: string) => `The disk of the data folder ${dir} is full: make room on it.`
  const ballast = () => join(disk.path, 'ballast')
  function fill(): void {
    // It takes all that was left.
    expect(() => writeFileSync(ballast(), Buffer.alloc(DISK_MEGABYTES * 1024 * 1024))).toThrow('ENOSPC')
  }

  function start(): OnDisk {
    const child = spawn(process.execPath, [program.file], {
      env: shopEnvironment(dataDir, port, {
        LOG_LEVEL: 'info',
        ORDER_LIMIT_FACTOR: '1000',
        RATE_LIMIT_REQUESTS: '1000000',
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let shown = ''
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.stdout.on('data', (chunk) => (shown += String(chunk)))
    return {
      said: () => said,
      log: () =>
        shown
          .split('\n')
          .filter((line) => line.startsWith('{') && line.endsWith('}'))
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      ended: once(child, 'close').then(([code]) => code as unknown),
      end: () => void child.kill('SIGTERM'),
    }
  }

  const isReady = () =>
    eventually(async () => expect((await fetch(url('/api/health/ready'))).status).toBe(200), {
      withinMs: patient(20_000),
      everyMs: 100,
    })

  async function send(path: string, body: object): Promise<Answer> {
    const answer = await fetch(url(path), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(path === '/api/orders' && bearer) },
      body: JSON.stringify(body),
    })
    const retryAfter = answer.headers.get('retry-after')
    return { status: answer.status, retryAfter, body: (await answer.json()) as Answer['body'] }
  }

  async function buy(): Promise<Answer> {
    const answer = await send('/api/orders', anOrder(product, { customerEmail: email, sessionId: randomUUID() }))
    if (answer.status === 201) acknowledged.push(answer.body.id ?? 0)
    return answer
  }

  /** Staff's files: two pictures, and a price list. Returns what each call was answered, with the sentence of a refusal. */
  async function sendFiles(): Promise<readonly (readonly [status: number, message: string | undefined])[]> {
    const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#f80' } })
      .png()
      .toBuffer()
    const pictures = new FormData()
    for (const name of ['front.png', 'back.png'])
      pictures.append('images', new Blob([new Uint8Array(picture)], { type: 'image/png' }), name)
    const list = new FormData()
    list.set(
      'file',
      new Blob(['name,brand,price,category\nMyrtle,Aster,10.50,printers\n'], { type: 'text/csv' }),
      'a.csv',
    )
    const answers: [number, string | undefined][] = []
    for (const [path, body] of [
      ['/api/admin/uploads', pictures],
      ['/api/admin/imports', list],
    ] as const) {
      const answer = await fetch(url(path), { method: 'POST', headers: staff, body })
      answers.push([answer.status, ((await answer.json()) as Answer['body']).message])
    }
    return answers
  }

  /** How many pictures in all widths, price lists, and imports are stored. */
  const countFiles = () =>
    read(async (db) => {
      const names = ['images', 'import_files', 'imports']
      return Promise.all(names.map((name) => db.collection(name).countDocuments()))
    })

  async function read<Result>(work: (db: mongoose.mongo.Db) => Promise<Result>): Promise<Result> {
    const { uri } = JSON.parse(readFileSync(join(dataDir, 'database', 'owner.json'), 'utf8')) as { uri: string }
    const client = await mongoose.mongo.MongoClient.connect(uri)
    try {
      return await work(client.db())
    } finally {
      await client.close()
    }
  }

  /** Every order that was acknowledged is there and no other, and the stock says so. */
  const expectNothingLost = () =>
    read(async (db) => {
      const orders = await db
        .collection<{ _id: number }>('orders')
        .find({}, { projection: { _id: 1 } })
        .toArray()
      expect(orders.map(({ _id: id }) => id).toSorted((a, b) => a - b)).toEqual(acknowledged.toSorted((a, b) => a - b))
      const stored = await db
        .collection<{ _id: number; stockQuantity: number }>('products')
        .findOne({ _id: product.id })
      expect(stored?.stockQuantity).toBe(product.stockQuantity - acknowledged.length)
    })

  beforeAll(async () => {
    program = await bundleProgram('src/main.ts')
    disk = mountSmallDisk(DISK_MEGABYTES)
    dataDir = join(disk.path, 'data')
    port = await freePort()
    shop = start()
    await isReady()
    const names = { firstName: 'Ada', lastName: 'Byron', phone: '5551234567' }
    const { body } = await send('/api/register', { ...names, email, password: PASSWORD })
    bearer = { Authorization: `Bearer ${body.token}` }
    const session = await send('/api/admin/session', { password: 'superprinter-demo' })
    staff = { Authorization: `Bearer ${session.body.token}` }
    await fetch(url('/api/admin/products/2'), {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', ...staff },
      body: JSON.stringify({ stockQuantity: 2 * MAX_ORDERS, inStock: true }),
    })
    product = (await (await fetch(url('/api/products/2'))).json()) as Product
    expect(product.stockQuantity).toBe(2 * MAX_ORDERS)
  }, patient(60_000))
  afterAll(async () => {
    shop.end()
    await shop.ended
    disk.remove()
    await program.remove()
  })

  it('shows what it has, refuses the rest in words, loses nothing, and goes on when there is room', async () => {
    fill()
    const refused: Answer[] = []
    const customer = async (): Promise<void> => {
      while (acknowledged.length < MAX_ORDERS) {
        const answer = await buy()
        if (answer.status === 201) continue
        refused.push(answer)
        return
      }
    }
    await Promise.all(Array.from({ length: BUYERS }, customer))
    expect(acknowledged.length).toBeGreaterThan(BUYERS)
    // A sign-in is a session that must be stored: it is not refused as wrong.
    refused.push(await send('/api/login', { email, password: PASSWORD }))
    expect(refused).toHaveLength(BUYERS + 1)
    for (const { status, retryAfter, body } of refused) {
      expect([status, retryAfter, body.code]).toEqual([503, '5', 'UNAVAILABLE'])
      expect(body.message).toBe('The shop cannot save anything right now. Please try again later.')
    }
    for (const path of ['/api/products', '/api/products/2', '/api/products/facets', '/api/health/live', '/sitemap.xml'])
      await eventually(async () => expect([path, (await fetch(url(path))).status]).toEqual([path, 200]))
    await eventually(async () => expect((await fetch(url('/api/user/orders'), { headers: bearer })).status).toBe(200))
    await expectNothingLost()
    // A file is there as a whole or not at all.
    const toStaff = expect.stringContaining('The shop cannot save anything: the disk of its database is full')
    expect(await sendFiles()).toEqual([
      [503, toStaff],
      [503, toStaff],
    ])
    expect(await countFiles()).toEqual([0, 0, 0])
    expect(shop.said().split(full(join(dataDir, 'database')))).toHaveLength(2)
    const causes = shop.log().flatMap(({ msg, status, cause }) => (msg === 'request' && status === 503 ? [cause] : []))
    expect(causes).toContainEqual(expect.stringContaining(full(join(dataDir, 'database'))))

    rmSync(ballast())
    await eventually(async () => expect((await buy()).status).toBe(201), { withinMs: patient(20_000), everyMs: 250 })
    await expectNothingLost()
    expect((await sendFiles()).map(([status]) => status)).toEqual([201, 202])
    expect(await countFiles()).toEqual([2, 1, 1])
  })

  it('does not start while the disk is full, says so in one sentence, and starts with all it had when there is room', async () => {
    shop.end()
    expect(await shop.ended).toBe(0)
    fill()
    const files = readdirSync(dataDir, { recursive: true })
    shop = start()
    expect(await shop.ended).toBe(1)
    expect(shop.said().trim()).toBe(full(join(dataDir, 'database')))
    // A service that is started again and again would fill the disk with what each start leaves.
    expect(readdirSync(dataDir, { recursive: true })).toEqual(files)
    rmSync(ballast())
    shop = start()
    await isReady()
    await expectNothingLost()
    expect((await buy()).status).toBe(201)
  })
})

describe.skipIf(!existsSync('/dev/full'))('a shop whose log is on a full disk', { timeout: patient(60_000) }, () => {
  it('starts, serves and ends as ever', async () => {
    const program = await bundleProgram('src/main.ts')
    const dataDir = await mkdtemp(join(tmpdir(), 'superprinter-full-log-'))
    const port = await freePort()
    const fullDisk = openSync('/dev/full', 'a')
    const child = spawn(process.execPath, [program.file], {
      env: shopEnvironment(dataDir, port, { LOG_LEVEL: 'debug', SEED_DEMO: 'false' }),
      stdio: ['ignore', fullDisk, fullDisk],
    })
    const ended = once(child, 'exit')
    const isAlive = async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status
    try {
      await eventually(async () => expect(await isAlive()).toBe(200), { withinMs: patient(20_000), everyMs: 100 })
      expect(await isAlive()).toBe(200)
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
      closeSync(fullDisk)
      await rm(dataDir, { recursive: true, force: true })
      await program.remove()
    }
  })
})
