import { expect, it } from 'vitest'
import { readFoundPage, readLongPage } from './found-page.ts'

/** What a page of 25 of so many rows shows, and what was asked for it. */
async function read(matching: number, offset: number, readPage = readFoundPage) {
  const asked: string[] = []
  const page = { limit: 25, offset }
  const { rows, total } = await readPage(page, {
    async list() {
      asked.push('rows')
      return Array.from({ length: Math.max(0, Math.min(matching - offset, page.limit)) }, (_, index) => offset + index)
    },
    async count(most) {
      asked.push(readPage === readFoundPage ? 'count' : `count to ${most}`)
      return Math.min(matching, most)
    },
  })
  return { shown: rows.length, total, asked }
}

it('what a search finds is counted only where its page does not say it', async () => {
  expect(await read(0, 0)).toEqual({ shown: 0, total: 0, asked: ['rows'] })
  expect(await read(1, 0)).toEqual({ shown: 1, total: 1, asked: ['rows'] })
  expect(await read(25, 0)).toEqual({ shown: 25, total: 25, asked: ['rows', 'count'] })
  expect(await read(60, 50)).toEqual({ shown: 10, total: 60, asked: ['rows'] })
  expect(await read(60, 75)).toEqual({ shown: 0, total: 60, asked: ['rows', 'count'] })
})

it('a search has no more than the thousand that are counted, and no pages behind them', async () => {
  expect(await read(5000, 0)).toEqual({ shown: 25, total: 1000, asked: ['rows', 'count'] })
  expect(await read(1010, 990)).toEqual({ shown: 20, total: 1000, asked: ['rows'] })
  expect(await read(5000, 1000)).toEqual({ shown: 0, total: 1000, asked: ['count'] })
})

it('a list that grows for years has pages for all of it, and is counted up to the next thousand behind the page', async () => {
  const readLong = (matching: number, offset: number) => read(matching, offset, readLongPage)
  expect(await readLong(0, 0)).toEqual({ shown: 0, total: 0, asked: ['rows'] })
  expect(await readLong(60, 50)).toEqual({ shown: 10, total: 60, asked: ['rows'] })
  expect(await readLong(60, 25)).toEqual({ shown: 25, total: 60, asked: ['rows', 'count to 1000'] })
  expect(await readLong(200_000, 0)).toEqual({ shown: 25, total: 1000, asked: ['rows', 'count to 1000'] })
  expect(await readLong(200_000, 950)).toMatchObject({ total: 1000 })
  // The last page of a thousand leads to the next one.
  expect(await readLong(200_000, 975)).toEqual({ shown: 25, total: 2000, asked: ['rows', 'count to 2000'] })
  expect(await readLong(1000, 975)).toEqual({ shown: 25, total: 1000, asked: ['rows', 'count to 2000'] })
  expect(await readLong(1010, 1000)).toEqual({ shown: 10, total: 1010, asked: ['rows'] })
  expect(await readLong(200_000, 150_000)).toEqual({ shown: 25, total: 151_000, asked: ['rows', 'count to 151000'] })
  // Behind the end it says where that is.
  expect(await readLong(60, 5000)).toEqual({ shown: 0, total: 60, asked: ['rows', 'count to 6000'] })
})
