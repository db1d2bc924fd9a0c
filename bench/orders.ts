import type { RunningProcess } from './process.ts'
import { p99, type Measurement } from './report.ts'

const CUSTOMERS = 64
const HOT_PRODUCTS = 20
const ORDERS = 3_000

interface ListedProduct {
  readonly id: number
  readonly name: string
  readonly price: string
  readonly inStock: boolean
  readonly stockQuantity: number
}

const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Marlow',
  address: '12 Quire Lane',
  city: 'Tulsa',
  state: 'OK',
  zipCode: '74103',
  country: 'US',
}

/** 64 customers at once buy from the same 20 products until the orders are placed. */
export async function benchOrders(shop: RunningProcess): Promise<Measurement[]> {
  const products = ((await (await fetch(`${shop.url}/api/products`)).json()) as ListedProduct[])
    .filter((product) => product.inStock)
    .slice(0, HOT_PRODUCTS)
  // One after another: the shop hashes few passwords at once and sends a crowd away.
  const tokens: string[] = []
  for (let index = 0; index < CUSTOMERS; index += 1) tokens.push(await signUp(shop.url, index))
  let placed = 0
  let refused = 0
  let errors = 0
  const sold = new Map<number, number>()
  const latencies: number[] = []
  let next = 0
  const started = performance.now()
  await Promise.all(
    tokens.map(async (token, customer) => {
      while (next < ORDERS) {
        const number = next++
        const product = products[(number * 7 + customer) % products.length]
        if (product === undefined) return
        const began = performance.now()
        const answer = await fetch(`${shop.url}/api/orders`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            'idempotency-key': `bench-${number}`,
          },
          body: JSON.stringify({
            sessionId: String(Date.now()),
            customerEmail: `bench.${customer}@example.com`,
            customerName: 'Ada Marlow',
            customerPhone: null,
            shippingAddress: ADDRESS,
            billingAddress: ADDRESS,
            totalAmount: product.price,
            items: [
              {
                productId: product.id,
                productName: product.name,
                quantity: 1,
                price: Number(product.price),
                total: product.price,
              },
            ],
          }),
        })
        await answer.arrayBuffer()
        latencies.push(performance.now() - began)
        if (answer.status === 201) {
          placed += 1
          sold.set(product.id, (sold.get(product.id) ?? 0) + 1)
        } else if (answer.status === 409) refused += 1
        else errors += 1
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const after = (await (await fetch(`${shop.url}/api/products`)).json()) as ListedProduct[]
  const oversold = products.filter((product) => {
    if (product.stockQuantity === 0) return false
    const left = after.find(({ id }) => id === product.id)?.stockQuantity ?? Number.NaN
    return product.stockQuantity - (sold.get(product.id) ?? 0) !== left
  }).length
  const value = (placed + refused) / seconds
  return [
    {
      what: `orders decided, ${CUSTOMERS} customers at once (${placed} placed, ${refused} refused for stock)`,
      value: placed / seconds,
      unit: '/s',
      target: '≥ 200/s placed',
      reached: placed / seconds >= 200 || (refused > 0 && value >= 200),
    },
    {
      what: 'orders: products whose stock and sales disagree, and errors other than 409',
      value: oversold + errors,
      unit: '',
      target: '0',
      reached: oversold + errors === 0,
    },
    { what: 'orders: p99', value: p99(latencies), unit: 'ms', target: 'reported', reached: true },
  ]
}

async function signUp(url: string, index: number): Promise<string> {
  const answer = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Ada',
      lastName: 'Marlow',
      email: `bench.${index}.${Date.now()}@example.com`,
      phone: '4055550142',
      password: 'a quiet paper tray',
    }),
  })
  if (answer.status !== 201) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}
