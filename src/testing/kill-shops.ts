import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { loadConfig } from '#platform/config/config'
import type { Database } from '#platform/database/database'
import { createLogger } from '#platform/log/logger'
import { createShop } from '../shop.ts'
import { findDifferences } from './consequences.ts'
import { eventually } from './eventually.ts'
import { bundleProgram, startProcess, type KillableProcess } from './killable-process.ts'
import { startMailServer } from './mail-server.ts'
import { createRandom } from './random.ts'
import { SOLD_PRODUCTS, type Acknowledged } from './shop-customers.ts'
import type { ShopProcessOptions } from './shop-process.ts'
import { openTestDatabase } from './test-database.ts'

/** What came of it when processes of the shop were killed. */
export interface KilledShops {
  readonly acknowledged: readonly Acknowledged[]
  /** One sentence for each change without its consequence, or the other way round. */
  readonly differences: readonly string[]
}

const STOCK = 1_000_000
/** How many changes one process answers before it only works off the outbox. */
const CHANGES_PER_PROCESS = 20
/** Some processes die while they start. */
const DIES_STARTING = 0.1
const STARTING_MS = 300
const LAST_MS = 50

/** Fills a fresh database and gives the products that will be sold enough stock. */
async function stock(database: Database, databaseUri: string): Promise<ReadonlyMap<number, number>> {
  const config = loadConfig({ SEED_DEMO: 'true' })
  const logger = createLogger('silent')
  const shop = await createShop({ config: { ...config, ROLE: 'worker' }, logger, databaseUri })
  await shop.start()
  await shop.stop()
  await database.connection
    .collection<{ _id: number }>('products')
    .updateMany({ _id: { $in: SOLD_PRODUCTS } }, { $set: { stockQuantity: STOCK, inStock: true } })
  return new Map(SOLD_PRODUCTS.map((id) => [id, STOCK]))
}

/**
 * Runs the failed jobs again that staff would run again, has mails to people who are being erased looked at now, and answers
 * what is left.
 */
async function workOff(database: Database): Promise<readonly unknown[]> {
  const outbox = database.connection.collection('outbox')
  // A job whose process was killed at every try was given up, as it should be; nothing else may fail but a step that
  // the order cannot take any more: it was requested twice, or a privacy request canceled the order before the job ran.
  await outbox.updateMany(
    { status: 'failed', lastError: 'Given up: the process that worked on it ended every time.' },
    { $set: { status: 'queued', attempts: 0, failedAt: null }, $inc: { delivery: 1 } },
  )
  // It waits for half a minute at first and for nobody: what names its recipient goes with them (ADR 0007).
  await outbox.updateMany(
    { status: 'delayed', lastError: 'DependencyUnavailable: A mail waits: its recipient is being erased.' },
    { $set: { notBefore: new Date() } },
  )
  const orders = database.connection.collection<{ _id: number; history: { to: string }[] }>('orders')
  const left = await outbox.find({ status: { $ne: 'done' } }).toArray()
  const open = []
  for (const row of left) {
    const { name, status, payload } = row as unknown as {
      name: string
      status: string
      payload: { orderId: number; to: string }
    }
    const isRefused =
      name === 'change-order-status' &&
      status === 'failed' &&
      (await orders.countDocuments({ _id: payload.orderId, 'history.to': { $in: [payload.to, 'cancelled'] } })) === 1
    if (!isRefused) open.push(row)
  }
  return open
}

/**
 * Runs processes of the shop that change things, and kills each of them at a random moment while the next one starts.
 * At the end one more process works off what is left, and everything is compared.
 * @param options.diesAfter the first process dies the moment that it has answered a change of this kind
 * @param options.seed repeats what the processes do and about when they die; printed
 */
export async function killShops(options: {
  readonly kills: number
  readonly redisUrl?: string
  readonly seed?: number
  readonly diesAfter?: Acknowledged['kind']
}): Promise<KilledShops> {
  const { kills, redisUrl = null, seed = Number(process.env.FAULTS_SEED ?? randomInt(1_000_000)) } = options
  process.stdout.write(`${kills} processes are killed with FAULTS_SEED=${seed}\n`)
  const random = createRandom(seed)
  const mails = await startMailServer()
  const { database, uri: databaseUri, drop } = await openTestDatabase()
  const program = await bundleProgram('src/testing/shop-process.ts')
  const started: KillableProcess[] = []

  function start(more: Pick<ShopProcessOptions, 'changes' | 'diesAfter'>): KillableProcess {
    const given: ShopProcessOptions = {
      databaseUri,
      redisUrl,
      smtpUrl: mails.url,
      seed: random.below(2 ** 31),
      ...more,
    }
    const child = startProcess(program.file, { args: [JSON.stringify(given)] })
    started.push(child)
    return child
  }
  const startShopping = () => start({ changes: CHANGES_PER_PROCESS })
  const isReady = (line: string) => line.includes('isReady')

  async function killSomewhere(child: KillableProcess, startNext: () => void): Promise<void> {
    if (random.next() < DIES_STARTING) {
      await pause(random.below(STARTING_MS))
      startNext()
    } else {
      await child.line(isReady)
      startNext()
      // As many answers as the machine's pace allows, and then any moment until the next ones.
      const answers = random.below(CHANGES_PER_PROCESS)
      await child.line(
        () =>
          child.lines.filter((line) => line.includes('acknowledged')).length >= answers ||
          child.lines.some((line) => line.includes('isDone')),
      )
      await pause(random.below(LAST_MS))
    }
    await child.kill()
  }

  try {
    const stockBefore = await stock(database, databaseUri)
    if (options.diesAfter !== undefined) await start({ changes: 1000, diesAfter: options.diesAfter }).ended
    const startNth = (n: number) => (n < kills ? startShopping() : start({ changes: 0 }))
    let current = startNth(0)
    for (let killed = 0; killed < kills; killed += 1) {
      const dying = current
      await killSomewhere(dying, () => {
        current = startNth(killed + 1)
      })
    }
    await eventually(
      async () => {
        const open = await workOff(database)
        if (open.length > 0) throw new Error(`${open.length} jobs are not done: ${JSON.stringify(open.slice(0, 5))}`)
      },
      { withinMs: 60_000, everyMs: 200 },
    )
    await current.kill()
    const acknowledged = started
      .flatMap(({ lines }) => lines)
      .flatMap((line) =>
        line.includes('acknowledged') ? [(JSON.parse(line) as { acknowledged: Acknowledged }).acknowledged] : [],
      )
    const { connection } = database
    const outcome = { connection, mails: mails.received, acknowledged, stockBefore }
    return { acknowledged, differences: await findDifferences(outcome) }
  } finally {
    await Promise.all(started.map((child) => child.kill()))
    await drop()
    await mails.stop()
    await program.remove()
  }
}
