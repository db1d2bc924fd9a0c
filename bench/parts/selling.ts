import { hotAddresses } from '../addresses.ts'
import { productsToSell, sellFirst, signUp, startSales } from '../customers.ts'
import { load } from '../load.ts'
import type { Part } from '../part.ts'
import { median } from '../report.ts'

const ROUNDS = 3
const LEAST = 0.7

/** What is left of the rate of well-known pages while 10 orders a second are placed; lists are among the hot reads. */
export const selling: Part = {
  name: 'selling',
  what: 'well-known pages while 10 orders a second are placed, as share of the rate at rest',
  byDefault: true,
  async *run(shops) {
    for (const count of shops.sizes) {
      const shop = await shops.shared(count)
      const sold = await productsToSell(shop)
      const sellers = await signUp(shop, 4)
      await sellFirst(shop, sellers, sold)
      const addresses = hotAddresses()
      for (const [what, source] of [
        ['hot listing pages', addresses.listingPages],
        ['hot product pages', addresses.productPages],
      ] as const) {
        await load(shop.url, source)
        const rates: { atRest: number[]; selling: number[] } = { atRest: [], selling: [] }
        let failures = 0
        for (let round = 0; round < ROUNDS; round += 1) {
          const atRest = await load(shop.url, source)
          const sales = startSales(shop, sellers, sold)
          const meanwhile = await load(shop.url, source)
          failures += atRest.failures + meanwhile.failures + (await sales.end()).failed
          rates.atRest.push(atRest.perSecond)
          rates.selling.push(meanwhile.perSecond)
        }
        const [value, atRest] = [median(rates.selling), median(rates.atRest)]
        yield {
          what: `${what} at ${count.toLocaleString('en-US')} while 10 orders a second are placed`,
          value,
          unit: '/s',
          yardstick: { what: 'at rest', value: atRest },
          target: `ratio ≥ ${LEAST}`,
          reached: value / atRest >= LEAST && failures === 0,
          ...(failures > 0 ? { note: `${failures} failed` } : {}),
        }
      }
    }
  },
}
