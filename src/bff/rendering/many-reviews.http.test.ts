import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Review } from '#contracts/catalog'
import { aProduct } from '../../modules/catalog/testing/product-builder.ts'
import { storeReviews } from '../../modules/catalog/testing/review-builder.ts'
import { startFilledShop } from '../../testing/filled-shop.ts'
import type { RunningShop } from '../../testing/start-shop.ts'

/** The number of reviews that each product has. */
const REVIEWS = [20, 21, 500]

let shop: RunningShop

beforeAll(async () => {
  shop = await startFilledShop({
    products: REVIEWS.length,
    product: (id) => aProduct({ id, reviewCount: REVIEWS[id - 1] ?? 0, rating: 3 }),
    atOnce: REVIEWS.length,
    more: async (database) => {
      for (const [at, count] of REVIEWS.entries())
        await storeReviews(database, at + 1, count, (index) => ({ comment: `It prints (${index}).` }))
    },
  })
})
afterAll(() => shop.stop())

async function pageOf(id: number) {
  const { body } = await shop.inject({ url: `/products/${id}`, headers: { accept: 'text/html' } })
  const json = (pattern: RegExp) => JSON.parse(pattern.exec(body)?.[1] ?? 'null') as unknown
  const [told] = json(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/) as {
    review: { reviewBody: string }[]
  }[]
  const { swr } = json(/id="page-data">(.*?)<\/script>/) as {
    swr: Readonly<Record<string, readonly Review[] | undefined>>
  }
  const read = [
    ...(/<noscript><h3[^>]*>Reviews.*?<\/noscript>/.exec(body)?.[0] ?? '').matchAll(/It prints \(\d+\)\./g),
  ].map(([text]) => text)
  return { told: told?.review.map(({ reviewBody }) => reviewBody), brought: swr[`/api/products/${id}/reviews`], read }
}

it.each(REVIEWS.map((count, at) => ({ count, id: at + 1 })))(
  'a product with $count reviews tells search engines of the newest five, and everybody reads all of them',
  async ({ count, id }) => {
    const { told, brought, read } = await pageOf(id)
    expect(told).toEqual(Array.from({ length: 5 }, (_, n) => `It prints (${count - 1 - n}).`))
    expect(read, 'what a browser without script shows').toEqual(told)
    const all = (await shop.inject({ url: `/api/products/${id}/reviews` })).json<Review[]>()
    expect(all).toHaveLength(count)
    // A page brings all or none: the browser takes what it has for all of them.
    expect(brought).toEqual(count <= 20 ? all : undefined)
  },
)
