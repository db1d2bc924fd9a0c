import { z } from 'zod'
import { createCounters } from '#platform/database/counters'
import { createEventBus } from '#platform/events/event-bus'
import { createJobs } from '#platform/jobs/create-jobs'
import { defineJob } from '#platform/jobs/define-job'
import { createLogger } from '#platform/log/logger'
import type { MailMessage } from '#platform/mail/mail'
import type { MailRequest } from '#platform/mail/mail-budget'
import { createMailer } from '#platform/mail/mailer'
import { createAlertsModule } from '../modules/alerts/index.ts'
import { createCatalogModule } from '../modules/catalog/index.ts'
import { aProduct, plainEncoder } from '../modules/catalog/testing/product-builder.ts'
import { eventually } from './eventually.ts'
import { openTestDatabase } from './test-database.ts'

const logger = createLogger('silent')

/** A mail that somebody waits for. */
export const mailCode = defineJob({ name: 'mail-code', queue: 'urgent-mail', schema: z.object({}) })

export const soldOut = (id: number, fields: object = {}) =>
  aProduct({ id, inStock: false, stockQuantity: 0, ...fields })
export const customer = (id: string) => ({ id, email: `${id}@example.com`, isEmailVerified: true })
export const backInStock = (productId: number) => ({ productId, kind: 'back-in-stock' }) as const
export const priceDrop = (productId: number) => ({ productId, kind: 'price-drop' }) as const
export const linkIn = (mail: MailMessage | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''

/** The module of alerts with what it works with, over a database of its own. */
export type AlertsUnderTest = Awaited<ReturnType<typeof openAlertsModule>>

/** Opens the module of alerts with a catalog, jobs that run, and mails that go nowhere. Close it behind the test. */
export async function openAlertsModule() {
  const db = await openTestDatabase()
  const mails: MailMessage[] = []
  const codes = { sent: 0 }
  /** Where customers get mails by now. */
  const addresses = new Map<string, string>()
  /** Customers who were deleted while their request was running. */
  const gone = new Set(['former'])
  const clock = { ahead: 0, now: () => new Date(Date.now() + clock.ahead) }
  const state = {
    isWithheld: false,
    /** Until when the mail server takes its time. */
    busy: Promise.resolve() as Promise<void>,
    /** What happens between a look at the catalog and what follows from it. */
    afterLook: (): Promise<unknown> => Promise.resolve(),
    /** What the budget was asked for. */
    mailRequests: [] as MailRequest[],
  }
  const jobs = await createJobs({
    database: db.database,
    clock,
    logger,
    queues: { 'urgent-mail': 4, alerts: 2, housekeeping: 2 },
    redisUrl: null,
    timings: { tickMs: 20, sweepMs: 50 },
  })
  const events = createEventBus({ logger, clock, jobs })
  const mailer = createMailer({
    mail: {
      async send(mail) {
        await state.busy
        mails.push(mail)
      },
    },
    budget: {
      async allows(request) {
        state.mailRequests.push(request)
        return !state.isWithheld
      },
    },
    logger,
    isHeld: jobs.isHeld,
    refusesMarketing: async () => false,
    accountOf: (address) => address,
    standingOf: async () => 'unproved',
  })
  const catalog = createCatalogModule({
    database: db.database,
    counters: createCounters(db.database),
    events,
    clock,
    picturesFolder: 'dist/pictures',
    encoder: plainEncoder,
    searchIn: 'memory',
    readModelStore: null,
    logger,
  })
  jobs.handle(mailCode, async () => void (codes.sent += 1))
  const alerts = createAlertsModule({
    database: db.database,
    events,
    jobs,
    mailer,
    clock,
    catalog: {
      async findProducts(ids) {
        const found = await catalog.findProducts(ids)
        await state.afterLook()
        return found
      },
    },
    shopUrl: 'https://shop.example.com',
    provedAddressOf: async (customerId) => addresses.get(customerId) ?? null,
    async lockCustomer(_tx, customerId) {
      if (gone.has(customerId)) throw new Error('gone')
    },
  })
  await db.database.buildIndexes()
  await jobs.start({ work: true })
  const rows = () => db.database.connection.collection('product_alerts')
  const outbox = () => db.database.connection.collection('outbox')
  return {
    db,
    jobs,
    catalog,
    alerts,
    mails,
    codes,
    addresses,
    clock,
    state,
    rows,
    outbox,
    stored: () => rows().find().toArray(),
    recipients: () => mails.map(({ to }) => to.address).toSorted(),
    edit: (id: number, fields: object) => db.database.transaction((tx) => catalog.updateProduct(tx, id, fields)),
    sell: (productId: number, quantity: number) =>
      db.database.transaction(async (tx) => {
        const sale = await catalog.openSale(tx, [productId])
        sale.take([{ productId, quantity }])
        await sale.close()
      }),
    /** Waits until all jobs are done, but for those of a name. */
    idle: (besides = '') =>
      eventually(async () => {
        const open = { status: { $in: ['queued', 'handed', 'active', 'delayed'] }, name: { $ne: besides } }
        const count = await outbox().countDocuments(open)
        if (count > 0) throw new Error(`${count} jobs are not done`)
      }),
    async close() {
      await jobs.stop()
      await db.drop()
    },
  }
}
