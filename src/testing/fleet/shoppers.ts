import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Product } from '#contracts/catalog'
import type { Random } from '../random.ts'
import { SOLD_PRODUCTS, type Acknowledged } from '../shop-customers.ts'
import { STAFF_PASSWORD } from '../start-shop.ts'
import { anOrder, PASSWORD } from '../../bff/testing/shop-requests.ts'

/** How long a browser waits for an answer before the customer presses again, in ms. */
const PATIENCE_MS = 20_000
const BUYERS = 5
/** Enough that a soak of many orders stays below the mails that one mailbox gets in an hour. */
const CUSTOMERS = 90
/** How many sign up together: one address has not many more places in the line where passwords are hashed. */
const SIGN_UP_TOGETHER = 30

interface Customer {
  readonly email: string
  readonly token: string
  readonly placed: number[]
}

interface Reply {
  readonly status: number
  readonly body: unknown
}

/** People with browsers, and one at the desk of the back office, who press again until they are answered. */
export interface Shoppers {
  /** What the shop has answered so far. */
  readonly acknowledged: readonly Acknowledged[]
  /** Answers that no shop should give: 5xx apart from 503, a 401 to a customer who is signed in. */
  readonly wrong: readonly string[]
  /** Staff's authorization, for further calls. */
  readonly staff: { readonly Authorization: string }
  customer(): Customer
  /** Sends a request until there is an answer of the shop, as a browser whose customer presses again. */
  send(path: string, method: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<Reply>
  /** An order body for one piece of a product. */
  order(product: Product, quantity: number, email: string): Record<string, unknown>
  /**
   * Everybody shops and works until `isOver`, and waits for the last answer.
   * @param paceMs what each of them waits at most between two things (default 60)
   */
  until(isOver: Promise<unknown>, paceMs?: number): Promise<void>
}

/** Opens the customers' accounts, with proved addresses. @param urls where the shop is reached */
export async function createShoppers(
  urls: readonly string[],
  connection: Connection,
  random: Random,
): Promise<Shoppers> {
  const acknowledged: Acknowledged[] = []
  const wrong: string[] = []

  /** Sends until there is an answer of the shop; a lost connection, 429 and 503 are asked again. */
  async function send(
    path: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<Reply> {
    for (;;) {
      try {
        const answer = await fetch(`${random.pick(urls)}${path}`, {
          method,
          headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        })
        const text = await answer.text()
        if (answer.status !== 503 && answer.status !== 429) {
          if (answer.status >= 500 || answer.status === 401) wrong.push(`${method} ${path}: ${answer.status} ${text}`)
          return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as unknown }
        }
      } catch {
        // The process was killed, or the connection was lost on the way: the same request is sent again.
      }
      await pause(100 + random.below(200))
    }
  }

  async function register(): Promise<Customer> {
    const email = `${randomUUID()}@example.com`
    const names = { firstName: 'Ada', lastName: 'Byron', phone: '5551234567' }
    const registered = await send('/api/register', 'POST', {}, { ...names, email, password: PASSWORD })
    // An answer that came too late was not read, and the account is there all the same.
    const { body } =
      registered.status === 201 ? registered : await send('/api/login', 'POST', {}, { email, password: PASSWORD })
    await connection.collection('users').updateOne({ email }, { $set: { isEmailVerified: true } })
    acknowledged.push({ kind: 'registered', email })
    return { email, token: (body as { token: string }).token, placed: [] }
  }

  const customers: Customer[] = []
  while (customers.length < CUSTOMERS)
    customers.push(...(await Promise.all(Array.from({ length: SIGN_UP_TOGETHER }, register))))
  const { body: session } = await send('/api/admin/session', 'POST', {}, { password: STAFF_PASSWORD })
  const staff = { Authorization: `Bearer ${(session as { token: string }).token}` }
  const bearer = ({ token }: Customer) => ({ Authorization: `Bearer ${token}` })
  const order = (product: Product, quantity: number, email: string) =>
    anOrder(product, { customerEmail: email }, { quantity })

  async function buy(): Promise<void> {
    const customer = random.pick(customers)
    const { body: product } = await send(`/api/products/${random.pick(SOLD_PRODUCTS)}`, 'GET', {})
    const headers = { ...bearer(customer), 'Idempotency-Key': randomUUID() }
    const body = order(product as Product, 1 + random.below(2), customer.email)
    const answer = await send('/api/orders', 'POST', headers, body)
    if (answer.status >= 300) return
    const orderId = (answer.body as { id: number }).id
    acknowledged.push({ kind: 'ordered', orderId })
    customer.placed.push(orderId)
  }

  async function cancel(): Promise<void> {
    const customer = random.pick(customers)
    const orderId = customer.placed.pop()
    if (orderId === undefined) return
    const answer = await send(`/api/user/orders/${orderId}/cancel`, 'POST', bearer(customer))
    if (answer.status === 200) acknowledged.push({ kind: 'cancelled', orderId })
  }

  async function moveOrder(): Promise<void> {
    const [status, to] = random.pick([
      ['processing', 'shipped'],
      ['shipped', 'delivered'],
    ] as const)
    const { body } = await send(`/api/admin/orders?status=${status}&limit=20`, 'GET', staff)
    const orders = body as { id: number }[]
    if (orders.length === 0) return
    const orderId = random.pick(orders).id
    const answer = await send(`/api/admin/orders/${orderId}/status`, 'POST', staff, { to })
    if (answer.status === 202) acknowledged.push({ kind: 'move-requested', orderId, to })
  }

  return {
    acknowledged,
    wrong,
    staff,
    send,
    order,
    customer: () => random.pick(customers),
    async until(isOver, paceMs = 60) {
      const day = { isOpen: true }
      const closing = isOver.finally(() => {
        day.isOpen = false
      })
      const shop = async (act: () => Promise<void>) => {
        while (day.isOpen) {
          await act()
          await pause(random.below(paceMs))
        }
      }
      await Promise.all([
        closing,
        ...Array.from({ length: BUYERS }, () => shop(() => (random.below(5) === 0 ? cancel() : buy()))),
        shop(moveOrder),
      ])
    },
  }
}
