import { randomUUID } from 'node:crypto'
import { OWNER_PASSWORD } from './shops.ts'
import { pause } from './report.ts'
import type { RunningProcess } from './process.ts'

const BETWEEN_ORDERS_MS = 100
/** Sales wait so long after they end for what orders leave to be done, such as mails. */
const AFTER_SALES_MS = 500
/** A shop that sells ten a second has sold before: the first hundred orders cost twice as much, while code is compiled. */
const FIRST_SALES_MS = 10_000

export const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Marlow',
  address: '12 Quire Lane',
  city: 'Tulsa',
  state: 'OK',
  zipCode: '74103',
  country: 'US',
}

/** Of every customer here. */
const PASSWORD = 'a quiet paper tray'

/** Headers of a signed-in person. */
export type SignedIn = Readonly<Record<'authorization', string>>

/** A signed-in customer, and the address of the account. */
export interface Customer {
  readonly signedIn: SignedIn
  readonly email: string
}

/** Signs up new customers, one after the other: the shop hashes few passwords at once. */
export async function signUp(shop: RunningProcess, count: number): Promise<readonly Customer[]> {
  const customers: Customer[] = []
  for (let index = 0; index < count; index += 1) {
    const email = `bench.${randomUUID()}@example.com`
    const person = { firstName: 'Ada', lastName: 'Marlow', email, phone: '4055550142', password: PASSWORD }
    customers.push({ signedIn: await tokenOf(shop, '/api/register', person), email })
  }
  return customers
}

/** Signs a customer in once more. */
export function signIn(shop: RunningProcess, { email }: Customer): Promise<SignedIn> {
  return tokenOf(shop, '/api/login', { email, password: PASSWORD })
}

/** Signs in at the staff gate as the owner. */
export function signInAsOwner(shop: RunningProcess): Promise<SignedIn> {
  return tokenOf(shop, '/api/admin/session', { password: OWNER_PASSWORD })
}

/** Says how many pieces of a product are left, as staff do. */
export async function setStock(shop: RunningProcess, staff: SignedIn, id: number, pieces: number): Promise<void> {
  const answer = await fetch(`${shop.url}/api/admin/products/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...staff },
    body: JSON.stringify({ stockQuantity: pieces }),
  })
  if (!answer.ok) throw new Error(`The change of product ${id} answered ${answer.status}: ${await answer.text()}`)
}

async function tokenOf(shop: RunningProcess, path: string, body: unknown): Promise<SignedIn> {
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
}

/** Orders one piece, with the address of the account, as the checkout proposes it. Gives the status and the time in ms. */
export async function order(
  shop: RunningProcess,
  { signedIn, email }: Customer,
  productId: number,
): Promise<{ readonly status: number; readonly ms: number; readonly body: string }> {
  const began = performance.now()
  const answer = await fetch(`${shop.url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...signedIn },
    body: JSON.stringify({
      customerEmail: email,
      customerName: 'Ada Marlow',
      customerPhone: null,
      shippingAddress: ADDRESS,
      billingAddress: ADDRESS,
      items: [{ productId, quantity: 1 }],
    }),
  })
  const body = await answer.text()
  return { status: answer.status, ms: performance.now() - began, body }
}

export interface Sales {
  /** Ends the sales and waits until what they left is done. Gives how many orders were placed, and how many were not. */
  end(): Promise<{ readonly placed: number; readonly failed: number }>
}

/** Places 10 orders a second, each of one of these products, whether the shop keeps up or not. */
export function startSales(shop: RunningProcess, customers: readonly Customer[], productIds: readonly number[]): Sales {
  const orders: Promise<number>[] = []
  const place = (): void => {
    const number = orders.length
    const [customer, productId] = [customers[number % customers.length], productIds[number % productIds.length]]
    if (customer === undefined || productId === undefined) return
    orders.push(
      order(shop, customer, productId).then(
        ({ status }) => status,
        () => 0,
      ),
    )
  }
  const timer = setInterval(place, BETWEEN_ORDERS_MS)
  return {
    async end() {
      clearInterval(timer)
      const answers = await Promise.all(orders)
      await pause(AFTER_SALES_MS)
      const placed = answers.filter((status) => status === 201).length
      return { placed, failed: answers.length - placed }
    },
  }
}

const haveSold = new WeakSet<RunningProcess>()

/** Places the first orders of a shop, before something is measured while it sells; does nothing the next time. */
export async function sellFirst(
  shop: RunningProcess,
  customers: readonly Customer[],
  productIds: readonly number[],
): Promise<void> {
  if (haveSold.has(shop)) return
  haveSold.add(shop)
  const sales = startSales(shop, customers, productIds)
  await pause(FIRST_SALES_MS)
  await sales.end()
}

/** Products that are in stock: every second one is among the first of the listing, the others come from all over. */
export async function productsToSell(shop: RunningProcess): Promise<readonly number[]> {
  const read = async (query: string): Promise<readonly number[]> => {
    const answer = await fetch(`${shop.url}/api/products?inStock=true&limit=24${query}`)
    return ((await answer.json()) as { id: number; stockQuantity: number }[])
      .filter(({ stockQuantity }) => stockQuantity > 1_000)
      .map(({ id }) => id)
  }
  const shown = await read('')
  const others = [...(await read('&sort=name&offset=200')), ...(await read('&sort=price-low&offset=400'))]
  return others.flatMap((other, index) => [other, shown[index % shown.length] ?? other])
}
