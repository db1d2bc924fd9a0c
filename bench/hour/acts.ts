import { hotAddresses, variedAddresses, type Addresses } from '../addresses.ts'
import { order, setStock, signIn, type Customer, type SignedIn } from '../customers.ts'
import type { Visitor } from '../load.ts'
import type { RunningProcess } from '../process.ts'
import type { Random } from '../random.ts'
import { pause } from '../report.ts'
import { PRICE_LIST_HEADER, priceListRow, syntheticProduct } from '../synthetic.ts'
import type { Calls } from './calls.ts'

const ENCODINGS = ['br', 'gzip', 'identity'] as const
/** So many addresses are remembered so that none comes twice; then they begin anew, long after they were asked. */
const ADDRESSES_AT_ONCE = 200_000
const LONGEST_STREAM_MS = 5_000
const IMPORTED = 2_000
const LOOK_PAUSE_MS = 500

/** Who uses the shop, and what is sold. */
export interface People {
  readonly customers: readonly Customer[]
  readonly staff: SignedIn
  readonly sold: readonly number[]
  /** How many products the shop began with. */
  readonly products: number
}

/** How often each was done. */
export interface DoneActs {
  readonly reads: number
  readonly orders: number
  readonly streams: number
  readonly imports: number
}

/** What people do in the shop, each of it once; any of them throws when a request gets no answer. */
export interface Acts {
  readonly done: DoneActs
  /** A visitor asks for an address. */
  read(asking: Visitor): Promise<void>
  /** A customer fills the cart, orders, cancels every fifth order, and looks at the list. */
  buy(): Promise<void>
  /** A customer watches the orders for some seconds, and goes. */
  watch(): Promise<void>
  signInAgain(): Promise<void>
  /** Staff look for a product, change stock, look at figures and the log, or ship an order. */
  work(): Promise<void>
  /** A supplier's list of products goes in, with other prices and stock each time: what the shop has stops growing with the first. */
  importList(): Promise<void>
}

export function createActs(shop: RunningProcess, people: People, random: Random, calls: Calls): Acts {
  const done = { reads: 0, orders: 0, streams: 0, imports: 0 }
  const next = mixedAddresses(people.products, random)

  async function read(asking: Visitor): Promise<void> {
    const address = next()
    const { status } = await asking.ask(address, { 'accept-encoding': random.of(ENCODINGS) })
    calls.look(address, status)
    done.reads += 1
  }

  async function buy(): Promise<void> {
    const customer = random.of(people.customers)
    const productId = random.of(people.sold)
    const cart = { items: [{ productId, quantity: 1 + random.below(3) }] }
    await calls.call('/api/user/cart', customer.signedIn, { method: 'PUT', body: cart })
    const { status, body } = await order(shop, customer, productId)
    if (!calls.look('an order', status)) return
    done.orders += 1
    const { id } = JSON.parse(body) as { readonly id: number }
    if (random.below(5) === 0)
      await calls.call(`/api/user/orders/${id}/cancel`, customer.signedIn, { method: 'POST', body: {} })
    await calls.call('/api/user/orders', customer.signedIn)
  }

  async function watch(): Promise<void> {
    const { signedIn } = random.of(people.customers)
    const issued = await calls.call<{ readonly ticket: string }>('/api/user/orders/stream-ticket', signedIn, {
      method: 'POST',
    })
    if (issued === null) return
    const leave = new AbortController()
    const stream = await fetch(`${shop.url}/api/user/orders/stream?ticket=${issued.ticket}`, { signal: leave.signal })
    if (calls.look('a stream', stream.status)) done.streams += 1
    await stream.body?.getReader().read()
    await pause(random.below(LONGEST_STREAM_MS))
    leave.abort()
  }

  async function signInAgain(): Promise<void> {
    const signedIn = await signIn(shop, random.of(people.customers))
    await calls.call('/api/auth/user', signedIn)
    await calls.call('/api/logout', signedIn, { method: 'POST' })
  }

  async function work(): Promise<void> {
    const { staff } = people
    const number = 1 + random.below(people.products)
    await random.of([
      () =>
        calls.call(
          `/api/admin/products?limit=50&search=${syntheticProduct(number).name.split(' ').at(-1) ?? ''}`,
          staff,
        ),
      () => setStock(shop, staff, number, people.sold.includes(number) ? 100_000 : random.below(3)),
      () => calls.call('/api/admin/summary', staff),
      () => calls.call('/api/admin/audit?limit=50', staff),
      moveOrder,
    ])()
  }

  async function moveOrder(): Promise<void> {
    const { staff } = people
    const orders = await calls.call<readonly { readonly id: number }[]>(
      '/api/admin/orders?status=processing&limit=20',
      staff,
    )
    const [found] = orders ?? []
    if (found === undefined) return
    await calls.call(`/api/admin/orders/${found.id}/status`, staff, { method: 'POST', body: { to: 'shipped' } })
  }

  async function importList(): Promise<void> {
    done.imports += 1
    const numbers = Array.from({ length: IMPORTED }, (_, index) => people.products + 1 + index)
    const rows = numbers.map((number) => priceListRow(syntheticProduct(number), done.imports))
    const form = new FormData()
    form.set('mode', 'upsert')
    form.set('file', new File([`${PRICE_LIST_HEADER}\n${rows.join('\n')}\n`], 'prices.csv', { type: 'text/csv' }))
    const sent = await calls.call<{ readonly id: string }>('/api/admin/imports', people.staff, {
      method: 'POST',
      body: form,
    })
    if (sent === null) return
    for (;;) {
      const found = await calls.call<{ readonly state: string }>(`/api/admin/imports/${sent.id}`, people.staff)
      if (found?.state === 'finished') return
      await pause(LOOK_PAUSE_MS)
    }
  }

  return { done, read, buy, watch, signInAgain, work, importList }
}

/** Three of four addresses are of their own, the others are well known. */
function mixedAddresses(products: number, random: Random): Addresses {
  const hot = hotAddresses()
  const known = [hot.lists, hot.details, hot.facets, hot.searches, hot.listingPages, hot.productPages, () => '/']
  let given = 0
  let own: readonly Addresses[] = []
  return () => {
    if (given++ % ADDRESSES_AT_ONCE === 0) {
      const { suggestions, ...others } = variedAddresses(products)
      own = [...Object.values(others), ...Object.values(others), suggestions]
    }
    return random.of(random.below(4) === 0 ? known : own)()
  }
}
