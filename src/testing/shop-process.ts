import { setTimeout as pause } from 'node:timers/promises'
import { loadConfig } from '#platform/config/config'
import { createLogger } from '#platform/log/logger'
import { createShop, type Shop } from '../shop.ts'
import { createCustomers, type Acknowledged } from './shop-customers.ts'
import { createRandom } from './random.ts'

/** How a process of the shop is started, as JSON in its first argument. */
export interface ShopProcessOptions {
  readonly databaseUri: string
  readonly redisUrl: string | null
  readonly smtpUrl: string
  readonly seed: number
  /** How many changes its customers make; 0: it only works off what is in the outbox. */
  readonly changes: number
  /** The process kills itself when it has answered a change of this kind. */
  readonly diesAfter?: Acknowledged['kind']
}

/** How many changes are under way at the same time. */
const CUSTOMERS = 3
/** Customers wait while more jobs than this are to be done, so that jobs are done at the pace of the machine. */
const MAX_WAITING = 12
/** Short, so that the steps after the review time are taken within the test. */
const REVIEW_MINUTES = 0.02

const options = JSON.parse(process.argv[2] ?? '{}') as ShopProcessOptions
const random = createRandom(options.seed)

/** Writes to a pipe at once, so that nothing that was acknowledged is lost with the process. */
function write(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function openShop(): Promise<Shop> {
  const config = loadConfig({
    SEED_DEMO: 'false',
    SMTP_URL: options.smtpUrl,
    JOB_LEASE_SECONDS: '2',
    LOG_LEVEL: 'silent',
    ...(options.redisUrl === null ? {} : { REDIS_URL: options.redisUrl }),
  })
  const shop = await createShop({
    // No server: everything else is as in one process that does everything.
    config: { ...config, ROLE: 'worker', ORDER_REVIEW_MINUTES: REVIEW_MINUTES },
    logger: createLogger('silent'),
    databaseUri: options.databaseUri,
  })
  await shop.start()
  return shop
}

const shop = await openShop()
let left = options.changes
const customers = createCustomers(shop, random, (acknowledged) => {
  write({ acknowledged })
  if (acknowledged.kind === options.diesAfter) process.kill(process.pid, 'SIGKILL')
})
write({ isReady: true })

async function shopAround(): Promise<void> {
  while (left > 0) {
    left -= 1
    await customers.change()
    while ((await shop.database.connection.collection('outbox').countDocuments({ status: 'queued' })) > MAX_WAITING)
      await pause(20)
  }
}

await Promise.all(Array.from({ length: CUSTOMERS }, shopAround))
write({ isDone: true })
