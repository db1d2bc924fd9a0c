import { hotAddresses, variedAddresses, type Addresses } from '../addresses.ts'
import { order, setStock, signIn, type Customer, type SignedIn } from '../customers.ts'
import { visitor } from '../load.ts'
import type { RunningProcess } from '../process.ts'
import type { Random } from '../random.ts'
import { pause } from '../report.ts'
import { PRICE_LIST_HEADER, priceListRow, syntheticProduct } from '../synthetic.ts'

const READERS = 6
const READER_PAUSE_MS = 40
const ENCODINGS = ['br', 'gzip', 'identity'] as const
/** So many addresses are remembered so that none comes twice; then they begin anew, long after they were asked. */
const ADDRESSES_AT_ONCE = 200_000
/** Half a second on average between an order and the next of each: four a second at most. */
const BUYERS = 2
const BUYER_PAUSE_MS = 500
const OPENERS = 2
const LONGEST_STREAM_MS = 5_000
const STAFF_PAUSE_MS = 500
/** The shop lets one address have 30 exports in ten minutes. */
const EXPORT_PAUSE_MS = 40_000
const SIGN_IN_PAUSE_MS = 5_000
const IMPORT_PAUSE_MS = 30_000
const IMPORTED = 2_000
const LOOK_PAUSE_MS = 500
/** What is said of a call that a busy process refused. */
const TOO_BUSY = /answered 503:/
const JSON_BODY = { 'content-type': 'application/json' }

/** Who uses the shop, and what is sold. */
export interface People {
  readonly customers: readonly Customer[]
  readonly staff: SignedIn
  readonly sold: readonly number[]
  /** How many products the shop began with. */
  readonly products: number
}

export interface Done {
  readonly reads: number
  readonly orders: number
  readonly streams: number
  readonly imports: number
  /** Answers that no shop gives, and requests without any. */
  readonly wrong: readonly string[]
}

export interface Traffic {
  /** Lets everybody finish what they do, and leave. */
  end(): Promise<Done>
}

/**
 * Everybody uses the shop in their own way until the traffic ends: visitors look around, customers fill carts, order and
 * cancel, watch their orders and sign in, staff change stock and move orders, and now and then a supplier's list goes in.
 */
export function startTraffic(shop: RunningProcess, people: People, random: Random): Traffic {
  const over = new AbortController()
  const wrong: string[] = []
  const done = { reads: 0, orders: 0, streams: 0, imports: 0 }

  /** A process that has too much to do says so, and is asked again later; that is no wrong answer. */
  function look(what: string, status: number): boolean {
    if (status === 401 || status === 0 || (status >= 500 && status !== 503)) wrong.push(`${what}: ${status}`)
    return status >= 200 && status < 300
  }

  async function call<Body>(
    path: string,
    signedIn: SignedIn,
    { method = 'GET', body }: { readonly method?: string; readonly body?: object | FormData } = {},
  ): Promise<Body | null> {
    const isForm = body instanceof FormData
    const answer = await fetch(shop.url + path, {
      method,
      headers: { ...signedIn, ...(body !== undefined && !isForm && JSON_BODY) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!look(`${method} ${path}`, answer.status) || text === '') return null
    return answer.headers.get('content-type')?.startsWith('application/json') === true
      ? (JSON.parse(text) as Body)
      : null
  }

  const next = mixedAddresses(people.products, random)

  async function read(asking: ReturnType<typeof visitor>): Promise<void> {
    const address = next()
    const { status } = await asking.ask(address, { 'accept-encoding': random.of(ENCODINGS) })
    look(address, status)
    done.reads += 1
  }

  async function buy(): Promise<void> {
    const customer = random.of(people.customers)
    const productId = random.of(people.sold)
    const cart = { items: [{ productId, quantity: 1 + random.below(3) }] }
    await call('/api/user/cart', customer.signedIn, { method: 'PUT', body: cart })
    const { status, body } = await order(shop, customer, productId)
    if (!look('an order', status)) return
    done.orders += 1
    const { id } = JSON.parse(body) as { readonly id: number }
    if (random.below(5) === 0)
      await call(`/api/user/orders/${id}/cancel`, customer.signedIn, { method: 'POST', body: {} })
    await call('/api/user/orders', customer.signedIn)
  }

  /** Watches the orders for some seconds, and goes. */
  async function watch(): Promise<void> {
    const { signedIn } = random.of(people.customers)
    const issued = await call<{ readonly ticket: string }>('/api/user/orders/stream-ticket', signedIn, {
      method: 'POST',
    })
    if (issued === null) return
    const leave = new AbortController()
    const stream = await fetch(`${shop.url}/api/user/orders/stream?ticket=${issued.ticket}`, { signal: leave.signal })
    if (look('a stream', stream.status)) done.streams += 1
    await stream.body?.getReader().read()
    await pause(random.below(LONGEST_STREAM_MS))
    leave.abort()
  }

  async function signInAgain(): Promise<void> {
    const signedIn = await signIn(shop, random.of(people.customers))
    await call('/api/auth/user', signedIn)
    await call('/api/logout', signedIn, { method: 'POST' })
  }

  async function work(): Promise<void> {
    const { staff } = people
    const number = 1 + random.below(people.products)
    await random.of([
      () => call(`/api/admin/products?limit=50&search=${syntheticProduct(number).name.split(' ').at(-1) ?? ''}`, staff),
      () => setStock(shop, staff, number, people.sold.includes(number) ? 100_000 : random.below(3)),
      () => call('/api/admin/summary', staff),
      () => call('/api/admin/audit?limit=50', staff),
      moveOrder,
    ])()
  }

  async function moveOrder(): Promise<void> {
    const { staff } = people
    const orders = await call<readonly { readonly id: number }[]>('/api/admin/orders?status=processing&limit=20', staff)
    const [found] = orders ?? []
    if (found === undefined) return
    await call(`/api/admin/orders/${found.id}/status`, staff, { method: 'POST', body: { to: 'shipped' } })
  }

  /** The same products come each time with other prices and stock: what the shop has stops growing with the first. */
  async function importList(): Promise<void> {
    done.imports += 1
    const numbers = Array.from({ length: IMPORTED }, (_, index) => people.products + 1 + index)
    const rows = numbers.map((number) => priceListRow(syntheticProduct(number), done.imports))
    const form = new FormData()
    form.set('mode', 'upsert')
    form.set('file', new File([`${PRICE_LIST_HEADER}\n${rows.join('\n')}\n`], 'prices.csv', { type: 'text/csv' }))
    const sent = await call<{ readonly id: string }>('/api/admin/imports', people.staff, { method: 'POST', body: form })
    if (sent === null) return
    for (;;) {
      const found = await call<{ readonly state: string }>(`/api/admin/imports/${sent.id}`, people.staff)
      if (found?.state === 'finished') return
      await pause(LOOK_PAUSE_MS)
    }
  }

  /** Again and again, with a pause of up to twice `pauseMs`; whoever is left without an answer says so and goes on. */
  async function each(pauseMs: number, act: () => Promise<unknown>): Promise<void> {
    while (!over.signal.aborted) {
      await act().catch((error: unknown) => {
        if (!TOO_BUSY.test(String(error))) wrong.push(String(error))
      })
      const until = performance.now() + random.below(2 * pauseMs)
      while (!over.signal.aborted && performance.now() < until)
        await pause(Math.min(LOOK_PAUSE_MS, until - performance.now()))
    }
  }

  const readers = Array.from({ length: READERS }, () => visitor(shop.url))
  const everybody = Promise.all([
    ...readers.map((reader) => each(READER_PAUSE_MS, () => read(reader))),
    ...Array.from({ length: BUYERS }, () => each(BUYER_PAUSE_MS, buy)),
    ...Array.from({ length: OPENERS }, () => each(READER_PAUSE_MS, watch)),
    each(SIGN_IN_PAUSE_MS, signInAgain),
    each(STAFF_PAUSE_MS, work),
    each(EXPORT_PAUSE_MS, () => call('/api/admin/audit.csv', people.staff)),
    each(IMPORT_PAUSE_MS, importList),
  ])
  return {
    async end() {
      over.abort()
      await everybody
      for (const reader of readers) reader.leave()
      return { ...done, wrong }
    },
  }
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
