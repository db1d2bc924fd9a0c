import { expect, it } from 'vitest'
import { PAGE_SIZE } from '#contracts/listing'
import { listingPages } from './listing-pages.ts'

const PRODUCTS = [0, 1, 23, 24, 25, 47, 48, 49, 240]
const PAGES = [1, 2, 3, 4, 11]
const lengthOf = (products: number, page: number) => Math.min(PAGE_SIZE, Math.max(0, products - (page - 1) * PAGE_SIZE))
const cases = PRODUCTS.flatMap((products) => PAGES.map((page) => [products, page] as const))

it.each(cases)('of %i products the way on from page %i is there with and without the counts', (products, page) => {
  const lastPage = Math.max(1, Math.ceil(products / PAGE_SIZE))
  const answer = { data: { length: lengthOf(products, page) }, isPrevious: false }
  expect(listingPages({ page }, answer, products)).toEqual({
    total: products,
    lastPage,
    hasNext: page < lastPage,
    isPastTheEnd: products > 0 && page > lastPage,
  })

  const uncounted = listingPages({ page }, answer, undefined)
  // What is said is true, and there is no page without a way to it or back from it.
  expect([undefined, products]).toContain(uncounted.total)
  expect([undefined, lastPage]).toContain(uncounted.lastPage)
  if (page < lastPage) expect(uncounted.hasNext).toBe(true)
  if (answer.data.length < PAGE_SIZE) expect(uncounted.hasNext).toBe(false)
  expect(uncounted.isPastTheEnd).toBe(page > lastPage)
})

it.each([undefined, 0, 5, PAGE_SIZE])('the list before says nothing of how many there are (%s)', (length) => {
  for (const page of PAGES) {
    const answer = { data: length === undefined ? undefined : { length }, isPrevious: length !== undefined }
    expect(listingPages({ page }, answer, undefined)).toEqual({
      total: undefined,
      lastPage: undefined,
      // The link that was pressed stays where it is.
      hasNext: length === PAGE_SIZE,
      isPastTheEnd: false,
    })
  }
})
