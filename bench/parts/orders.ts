import { order, setStock, signInAsOwner, signUp, type Customer, type SignedIn } from '../customers.ts'
import { load, visitor } from '../load.ts'
import type { Part } from '../part.ts'
import type { RunningProcess } from '../process.ts'
import { median, p99 } from '../report.ts'
import { startYardstick } from '../yardstick.ts'

const CUSTOMERS = 64
const HOT_PRODUCTS = 20
/** These are left so few pieces that they sell out. */
const SCARCE_PRODUCTS = 5
const PIECES_LEFT = 15
const ROUNDS = 3
const ROUND_MS = 4_000
/** Orders against answers of plain Fastify, in the same run. */
const LEAST_SHARE = 0.02

interface Stocked {
  readonly id: number
  readonly stockQuantity: number
}

/** 64 signed-in customers buy at once, from the same 20 products. */
export const orders: Part = {
  name: 'orders',
  what: 'orders of 64 signed-in customers, from the same 20 products: placed, oversold, p99',
  byDefault: true,
  async *run(shops) {
    const shop = await shops.fresh(1_000)
    const customers = await signUp(shop, CUSTOMERS)
    const staff = await signInAsOwner(shop)
    const products = await chooseProducts(shop, staff)
    const before = await stockOf(shop, products)
    const first = await order(shop, customers[0] as Customer, products.at(-1) ?? 0)
    const plain = await startYardstick([first.body])
    const rates: { ours: number[]; plain: number[] } = { ours: [], plain: [] }
    const times: number[] = []
    const sold = new Map<number, number>([[products.at(-1) ?? 0, 1]])
    let [soldOut, failures, number] = [0, 0, 0]
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.plain.push((await load(plain.url, () => '/', { connections: CUSTOMERS })).perSecond)
      const began = performance.now()
      let placed = 0
      await Promise.all(
        customers.map(async (customer) => {
          while (performance.now() < began + ROUND_MS) {
            const product = products[number++ % products.length] ?? 0
            const { status, ms } = await order(shop, customer, product)
            times.push(ms)
            if (status === 201) {
              placed += 1
              sold.set(product, (sold.get(product) ?? 0) + 1)
            } else if (status === 409) soldOut += 1
            else failures += 1
          }
        }),
      )
      rates.ours.push((placed * 1000) / (performance.now() - began))
    }
    const after = await stockOf(shop, products)
    await plain.stop()
    await shop.stop()
    const wrong = products.filter((id) => (before.get(id) ?? 0) - (sold.get(id) ?? 0) !== after.get(id)).length
    const [value, yardstick] = [median(rates.ours), median(rates.plain)]
    yield {
      what: `orders placed, ${CUSTOMERS} customers at once`,
      value,
      unit: '/s',
      yardstick: { what: 'Fastify', value: yardstick },
      target: `ratio ≥ ${LEAST_SHARE}`,
      reached: value / yardstick >= LEAST_SHARE && failures === 0,
      note: `${soldOut} refused as sold out, ${failures} failed`,
    }
    yield {
      what: 'products oversold, or whose stock and sales differ',
      value: wrong,
      unit: '',
      target: '0',
      reached: wrong === 0,
    }
    const slowest = p99(times)
    yield { what: 'orders, p99', value: slowest, unit: 'ms', target: '≤ 1,000 ms', reached: slowest <= 1_000 }
  },
}

/** Products in stock; the first of them are nearly sold out. */
async function chooseProducts(shop: RunningProcess, staff: SignedIn): Promise<readonly number[]> {
  const answer = await fetch(`${shop.url}/api/products?inStock=true&limit=${HOT_PRODUCTS}`)
  const products = ((await answer.json()) as readonly Stocked[]).map(({ id }) => id)
  for (const id of products.slice(0, SCARCE_PRODUCTS)) await setStock(shop, staff, id, PIECES_LEFT)
  return products
}

async function stockOf(shop: RunningProcess, products: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const asking = visitor(shop.url)
  const { body } = await asking.ask(`/api/products?ids=${products.join(',')}`)
  asking.leave()
  const read = JSON.parse(body.toString()) as readonly Stocked[]
  return new Map(read.map(({ id, stockQuantity }) => [id, stockQuantity]))
}
