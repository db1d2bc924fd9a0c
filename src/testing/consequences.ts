import type { Connection } from 'mongoose'
import type { ReceivedMail } from './mail-server.ts'
import type { Acknowledged } from './shop-customers.ts'

/** The database and what came out of the shop, when everything was worked off. */
export interface Outcome {
  readonly connection: Connection
  readonly mails: readonly ReceivedMail[]
  readonly acknowledged: readonly Acknowledged[]
  readonly stockBefore: ReadonlyMap<number, number>
}

interface OrderRow {
  readonly awaitsRelease?: true
  readonly _id: number
  readonly status: string
  readonly customerEmail: string
  readonly items: readonly { readonly productId: number; readonly quantity: number }[]
  readonly history: readonly { readonly from: string | null; readonly to: string; readonly by: string }[]
  readonly trackingEvents: readonly unknown[]
}

const SUBJECT_OF_STEP: Readonly<Record<string, (id: number) => string>> = {
  pending: (id) => `Your order #${id} is confirmed`,
  processing: (id) => `We are packing your order #${id}`,
  shipped: (id) => `Your order #${id} is on its way`,
  delivered: (id) => `Your order #${id} was delivered`,
  cancelled: (id) => `Your order #${id} was cancelled`,
}
const SUBJECT_WHEN_FULFILLED: Readonly<Record<string, (reference: string) => string>> = {
  delete: (reference) => `Your data is deleted (${reference})`,
  access: (reference) => `Your data is ready (${reference})`,
  'opt-out-marketing': (reference) => `Your opt-out is recorded (${reference})`,
}

/** Distinct mails by recipient and subject. A mail that was sent twice carries one number and counts once. */
class Mailbox {
  readonly #ids = new Map<string, Set<string>>()
  readonly #expected = new Set<string>()

  constructor(mails: readonly ReceivedMail[]) {
    for (const { to, subject, messageId } of mails) {
      for (const key of [subject, `${to} ${subject}`])
        this.#ids.set(key, (this.#ids.get(key) ?? new Set()).add(messageId))
    }
  }

  /** How many mails there are; from now on mails with this key have a cause. */
  count(key: string): number {
    this.#expected.add(key)
    return this.#ids.get(key)?.size ?? 0
  }

  /** Mails that nothing in the database is the cause of. */
  unexplained(mails: readonly ReceivedMail[]): readonly string[] {
    return mails
      .map(({ to, subject }) => ({ subject, key: `${to} ${subject}` }))
      .filter(({ subject, key }) => !this.#expected.has(subject) && !this.#expected.has(key))
      .map(({ key }) => key)
  }
}

/**
 * Compares what happened with what should have: every change that was answered is there; every change that is there has
 * each of its consequences, once in effect; and nothing happened without a change.
 * @returns one sentence for each difference; none when all is well
 */
export async function findDifferences(outcome: Outcome): Promise<readonly string[]> {
  const { connection, mails, acknowledged, stockBefore } = outcome
  const differences: string[] = []
  const mailbox = new Mailbox(mails)
  const rows = <Row>(name: string) => connection.collection(name).find({}).toArray() as unknown as Promise<Row[]>

  function expectSame(what: string, found: unknown, expected: unknown): void {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      differences.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
  }
  /** @param mayBeMissing it may have been deleted, or dropped, before it was sent */
  function expectMail(key: string, mayBeMissing = false): void {
    const count = mailbox.count(key)
    if (!(mayBeMissing && count === 0)) expectSame(`mails "${key}"`, count, 1)
  }

  const orders = await rows<OrderRow>('orders')
  const audit = await rows<{ subject: string | null; changes: { field: string; after: string }[] }>('audit_log')
  const ofOrders = audit.filter(({ subject }) => subject?.startsWith('order '))
  const auditKeys = ofOrders.map(
    ({ subject, changes }) => `${subject} ${changes.find((c) => c.field === 'status')?.after}`,
  )
  const auditCounts = new Map<string, number>()
  for (const key of auditKeys) auditCounts.set(key, (auditCounts.get(key) ?? 0) + 1)
  const stock = new Map(stockBefore)
  for (const { _id: id, status, awaitsRelease, customerEmail, items, history, trackingEvents } of orders) {
    const steps = history.map(({ to }) => to)
    const isErased = customerEmail === 'erased'
    expectSame(`order ${id}: repeated steps`, steps.length - new Set(steps).size, 0)
    expectSame(`order ${id}: status and last step`, status, steps.at(-1))
    expectSame(`order ${id}: tracking events`, trackingEvents.length, steps.length)
    // What one customer has ordered in sum may be so much that staff have to release the latest of it.
    if (status === 'pending' && awaitsRelease !== true)
      differences.push(`order ${id} is still pending after its review time`)
    // All mails of an erased person may be missing, and of a canceled order those about the steps before.
    for (const step of steps)
      expectMail(SUBJECT_OF_STEP[step]?.(id) ?? step, isErased || (status === 'cancelled' && step !== status))
    for (const { to } of history.filter(({ by }) => by === 'staff')) {
      expectSame(`audit lines of order ${id} becoming ${to}`, auditCounts.get(`order ${id} ${to}`) ?? 0, 1)
      auditCounts.delete(`order ${id} ${to}`)
    }
    if (status !== 'cancelled')
      for (const { productId, quantity } of items) stock.set(productId, (stock.get(productId) ?? 0) - quantity)
  }
  expectSame('audit lines without a step of an order', [...auditCounts.keys()], [])
  const products = await rows<{ _id: number; stockQuantity: number }>('products')
  for (const [productId, expected] of stock)
    expectSame(`stock of product ${productId}`, products.find((row) => row._id === productId)?.stockQuantity, expected)

  const users = await rows<{ email: string }>('users')
  const emails = new Set(users.map(({ email }) => email))
  for (const email of emails) expectMail(`${email} Welcome to Superprinter`)

  const requests = await rows<{
    _id: string
    requestType: string
    email: string | null
    verifiedAt: Date | null
    fulfilledAt: Date | null
  }>('privacy_requests')
  const exports = await rows<{ reference: string }>('data_exports')
  for (const { _id: reference, requestType, email, verifiedAt, fulfilledAt } of requests) {
    expectMail(`Privacy request ${reference}`)
    expectMail(`Your privacy request ${reference}`, email === null)
    expectSame(`request ${reference} is confirmed and fulfilled`, fulfilledAt !== null, verifiedAt !== null)
    const subject = SUBJECT_WHEN_FULFILLED[requestType]?.(reference) ?? requestType
    if (fulfilledAt !== null) expectMail(subject)
    const written = exports.filter((row) => row.reference === reference).length
    expectSame(`exports of ${reference}`, written, fulfilledAt !== null && requestType === 'access' ? 1 : 0)
    if (requestType === 'delete') expectSame(`request ${reference} names nobody`, email === null, fulfilledAt !== null)
  }
  const optOuts = requests.filter((row) => row.requestType === 'opt-out-marketing' && row.fulfilledAt !== null)
  expectSame('opt-outs', (await rows('opt_outs')).length, optOuts.length)
  const deletions = mails.filter(({ subject }) => subject.startsWith('Your data is deleted'))
  const deleted = new Set(deletions.map(({ to }) => to))
  for (const email of deleted) {
    expectSame(`account of ${email} after its deletion`, emails.has(email), false)
    mailbox.count(`${email} Welcome to Superprinter`)
    expectSame(`orders of ${email}`, orders.filter((row) => row.customerEmail === email).length, 0)
  }

  const consents = await rows<{ visitorId: string; number: number; kind: string; analytics: boolean | null }>(
    'consents',
  )
  const recorded = new Set((await rows<{ visitorId: string }>('tracking_events')).map(({ visitorId }) => visitorId))
  const logs = new Map<string, typeof consents>()
  for (const row of consents) logs.set(row.visitorId, [...(logs.get(row.visitorId) ?? []), row])
  for (const [visitorId, log] of logs) {
    const lines = log
      .toSorted((a, b) => a.number - b.number)
      .map(({ kind, analytics }) => (kind === 'erasure' ? kind : analytics === true ? 'allowed' : 'withdrawn'))
    const isWithdrawn = lines.includes('withdrawn')
    expectSame(`consents of ${visitorId}`, lines, isWithdrawn ? ['allowed', 'withdrawn', 'erasure'] : ['allowed'])
    if (isWithdrawn) expectSame(`recorded visits of ${visitorId}`, recorded.has(visitorId), false)
  }

  const messages = await rows<{ _id: string; subject: string }>('messages')
  for (const { _id: reference, subject } of messages) {
    expectMail(`We have your message ${reference}`)
    expectMail(`Message ${reference}: ${subject}`)
  }

  const references = new Set([...requests, ...messages].map(({ _id }) => _id))
  for (const change of acknowledged) {
    const said = `answered ${JSON.stringify(change)}, which is in the database`
    if ('orderId' in change) {
      const steps = orders.find((row) => row._id === change.orderId)?.history.map(({ to }) => to) ?? []
      const step = change.kind === 'move-requested' ? change.to : change.kind === 'ordered' ? 'pending' : 'cancelled'
      // A privacy request may cancel an order between the request of a step and its job.
      const isOvertaken = change.kind === 'move-requested' && steps.includes('cancelled')
      expectSame(said, steps.includes(step) || isOvertaken, true)
    } else if (change.kind === 'consent-withdrawn') expectSame(said, logs.has(change.visitorId), true)
    else if (change.kind === 'registered')
      expectSame(said, emails.has(change.email) !== deleted.has(change.email), true)
    else if (change.kind === 'privacy-confirmed')
      expectSame(said, requests.find((row) => row._id === change.reference)?.verifiedAt instanceof Date, true)
    else expectSame(said, references.has(change.reference), true)
  }
  const jobs = new Map(
    (await rows<{ _id: string; name: string; payload: unknown }>('outbox')).map((row) => [row._id, row]),
  )
  const heldBack = await rows<{ _id: string }>('withheld_mails')
  expectSame(
    'mails that were held back',
    heldBack.map(({ _id }) => jobs.get(_id) ?? _id),
    [],
  )
  expectSame('mails without a cause', mailbox.unexplained(mails), [])
  return differences
}
