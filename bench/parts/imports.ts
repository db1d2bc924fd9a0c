import { variedAddresses } from '../addresses.ts'
import { signInAsOwner, type SignedIn } from '../customers.ts'
import { load, visitor } from '../load.ts'
import type { Part } from '../part.ts'
import type { RunningProcess } from '../process.ts'
import { median, p99, pause } from '../report.ts'
import { PRICE_LIST_HEADER, priceListRow, syntheticProduct } from '../synthetic.ts'
import { startYardstickFor } from '../yardstick.ts'

const ROWS = 50_000
/** The rows follow the products that the shop has already. */
const FIRST_NUMBER = 1_001
const LEAST_ROWS_PER_ANSWER = 0.25
const MAX_MEMORY_MB = 150
const MAX_WAIT_MS = 100
const LOOK_EVERY_MS = 50
const REST_MS = 5_000
/** Staff press "Cancel" so long after the rows began to go in. */
const BEFORE_CANCEL_MS = 3_000
/** A press is answered at once when the hand does not notice the wait. */
const MAX_CANCEL_MS = 200

interface ImportState {
  readonly id: string
  readonly state: string
  readonly created: number
}

/** A supplier's price list of 50,000 rows goes in while visitors read lists; another one is canceled. */
export const imports: Part = {
  name: 'imports',
  what: 'a price list of 50,000 rows: rate, memory, lists meanwhile, and the answer to a cancel',
  byDefault: true,
  async *run(shops) {
    const shop = await shops.fresh(1_000)
    const staff = await signInAsOwner(shop)
    const { lists } = variedAddresses(1_000)
    const plain = await startYardstickFor(shop, lists)
    await load(shop.url, lists)
    await pause(REST_MS)
    const idleMb = shop.memoryMb()
    const rates = [await yardstick(plain), await yardstick(plain)]
    const file = priceList(1)
    const watching = watch(shop, lists)
    const began = performance.now()
    const { id } = await send(shop, staff, 'create', file)
    const done = await untilOver(shop, staff, id)
    await untilFound(shop, `SYN-${FIRST_NUMBER + ROWS - 1}`)
    const seconds = (performance.now() - began) / 1000
    const { times, peakMb } = await watching.stop()
    rates.push(await yardstick(plain))
    await plain.stop()
    const perSecond = done.created / seconds
    yield {
      what: `rows imported, upload included, until they are found (${done.created.toLocaleString('en-US')} created)`,
      value: perSecond,
      unit: '/s',
      yardstick: { what: 'Fastify', value: median(rates) },
      target: `ratio ≥ ${LEAST_ROWS_PER_ANSWER}`,
      reached: perSecond / median(rates) >= LEAST_ROWS_PER_ANSWER && done.created === ROWS,
    }
    yield {
      what: 'memory above idle while they go in, at its peak',
      value: peakMb - idleMb,
      unit: 'MB',
      yardstick: { what: 'idle', value: idleMb },
      target: `≤ ${MAX_MEMORY_MB} MB`,
      reached: peakMb - idleMb <= MAX_MEMORY_MB,
    }
    const wait = p99(times)
    yield {
      what: `varied lists meanwhile, p99 of ${times.length}`,
      value: wait,
      unit: 'ms',
      target: `≤ ${MAX_WAIT_MS} ms`,
      reached: wait <= MAX_WAIT_MS,
    }
    const canceled = await cancel(shop, staff)
    yield {
      what: 'answer to a cancel',
      value: canceled.ms,
      unit: 'ms',
      target: `≤ ${MAX_CANCEL_MS} ms`,
      reached: canceled.ms <= MAX_CANCEL_MS && canceled.state === 'cancelled',
      note: `then ${canceled.state}`,
    }
    await shop.stop()
  },
}

async function yardstick(plain: RunningProcess): Promise<number> {
  return (await load(plain.url, () => '/')).perSecond
}

/** Reads lists that nobody read before, 20 a second, and looks at the memory each time. */
function watch(shop: RunningProcess, lists: () => string) {
  const times: number[] = []
  let peakMb = 0
  const over = new AbortController()
  const asking = visitor(shop.url)
  const looking = (async () => {
    while (!over.signal.aborted) {
      times.push((await asking.ask(lists())).ms)
      peakMb = Math.max(peakMb, shop.memoryMb())
      await pause(LOOK_EVERY_MS)
    }
  })().finally(() => asking.leave())
  // A part that fails stops the shop; what is looked at then fails too, and must not end the run before it is told why.
  looking.catch(() => {})
  return {
    async stop() {
      over.abort()
      await looking
      return { times, peakMb }
    },
  }
}

function priceList(edition: number): File {
  const rows = Array.from({ length: ROWS }, (_, index) => priceListRow(syntheticProduct(FIRST_NUMBER + index), edition))
  return new File([`${PRICE_LIST_HEADER}\n${rows.join('\n')}\n`], 'prices.csv', { type: 'text/csv' })
}

function send(shop: RunningProcess, staff: SignedIn, mode: string, file: File): Promise<ImportState> {
  const form = new FormData()
  form.set('mode', mode)
  form.set('file', file)
  return call(shop, staff, '/api/admin/imports', { method: 'POST', body: form })
}

async function untilOver(shop: RunningProcess, staff: SignedIn, id: string): Promise<ImportState> {
  for (;;) {
    const state = await call(shop, staff, `/api/admin/imports/${id}`)
    if (!['queued', 'running'].includes(state.state)) return state
    await pause(100)
  }
}

async function untilFound(shop: RunningProcess, sku: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${shop.url}/api/products?search=${sku}&limit=1`)
    await answer.arrayBuffer()
    if (Number(answer.headers.get('x-total-count')) > 0) return
    await pause(20)
  }
}

/** Sends the list again with other prices, and cancels it while its rows go in. */
async function cancel(shop: RunningProcess, staff: SignedIn): Promise<{ readonly ms: number; readonly state: string }> {
  const { id } = await send(shop, staff, 'upsert', priceList(2))
  await pause(BEFORE_CANCEL_MS)
  const began = performance.now()
  await call(shop, staff, `/api/admin/imports/${id}/cancel`, { method: 'POST' })
  const ms = performance.now() - began
  return { ms, state: (await untilOver(shop, staff, id)).state }
}

async function call(shop: RunningProcess, staff: SignedIn, path: string, init: RequestInit = {}): Promise<ImportState> {
  const answer = await fetch(shop.url + path, { ...init, headers: staff })
  // The shop is busy and asks to come back later.
  if (answer.status === 503) {
    await pause(LOOK_EVERY_MS)
    return call(shop, staff, path, init)
  }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as ImportState
}
