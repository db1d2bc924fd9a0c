import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { beginOfDay } from '#platform/time/business-days'
import { DAY_MS, MINUTE_MS } from '#platform/time/durations'
import { openTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSearchMissRepository, type SearchMissRepository } from '../persistence/search-miss.repository.ts'
import { createSearchMissUseCases } from './search-misses.ts'

/** In summer; half of the year before had the other time. */
const NOW = new Date('2026-07-15T18:00:00Z')

let db: TestDatabase
let misses: SearchMissRepository
let daysAtOnce: number[] = []
let now = NOW
beforeAll(async () => {
  db = await openTestDatabase()
  misses = createSearchMissRepository(db.database)
  await db.database.buildIndexes()
})
beforeEach(async () => {
  await stored().deleteMany({})
  daysAtOnce = []
  now = NOW
})
afterAll(() => db.drop())

const stored = () =>
  db.database.collection<{ _id: string; term: string; day: Date; count: number; lastAt: Date }>('search_misses')

function aShop() {
  const counted: SearchMissRepository = {
    ...misses,
    sum(days) {
      daysAtOnce.push(days.length)
      return misses.sum(days)
    },
  }
  return createSearchMissUseCases({ clock: { now: () => now }, misses: counted })
}

/** As if a term had been searched for once on each of so many days until today. */
async function searchedOn(term: string, days: number): Promise<void> {
  for (let earlier = 0; earlier < days; earlier += 1) {
    const time = new Date(NOW.getTime() - earlier * DAY_MS)
    await misses.count(term, beginOfDay(time, 0), time)
  }
}

it('searches without a result of a year are summed up a week at a time, whichever time the shop had', async () => {
  await searchedOn('plotter', 400)
  await searchedOn('fax', 365)
  const { list } = aShop()
  for (const days of [7, 30, 365])
    expect(await list(days)).toEqual([
      { term: 'fax', count: days, lastAt: NOW },
      { term: 'plotter', count: days, lastAt: NOW },
    ])
  expect(await list(null)).toMatchObject([
    { term: 'plotter', count: 400 },
    { term: 'fax', count: 365 },
  ])
  expect(Math.max(...daysAtOnce)).toBe(7)
})

it('searches without a result of long spans are kept for some minutes, and those of a month are as they are now', async () => {
  const { count, list } = aShop()
  await count('plotter')
  const read = async () => (await Promise.all([list(30), list(365), list(null)])).map(([first]) => first?.count)
  expect(await read()).toEqual([1, 1, 1])
  const asked = daysAtOnce.length
  await count('plotter')
  expect(await read()).toEqual([2, 1, 1])
  expect(daysAtOnce.length - asked).toBe(Math.ceil(30 / 7))
  // The days of tomorrow are others.
  now = new Date(NOW.getTime() + DAY_MS)
  expect(await read()).toEqual([2, 2, 2])
})

it('searches that a version before counted on days of UTC are among those of the day in which that one begins', async () => {
  const day = new Date('2026-07-15T00:00:00Z')
  await stored().insertOne({ _id: '2026-07-15 plotter', term: 'plotter', day, count: 3, lastAt: day })
  const { list } = aShop()
  now = new Date(day.getTime() + MINUTE_MS)
  expect(await list(7)).toEqual([{ term: 'plotter', count: 3, lastAt: day }])
  now = new Date(day.getTime() + 7 * DAY_MS)
  expect(await list(7)).toEqual([])
  expect(await list(30)).toEqual([{ term: 'plotter', count: 3, lastAt: day }])
})

it('the terms that were searched for most come first, fifty of them, of equally many those that were latest', async () => {
  for (let i = 0; i < 60; i += 1) await misses.count(`term ${i}`, beginOfDay(NOW, 0), new Date(NOW.getTime() + i))
  await misses.count('term 3', beginOfDay(NOW, 8), new Date(NOW.getTime() - 8 * DAY_MS))
  const listed = (await aShop().list(30)).map(({ term }) => term)
  expect(listed).toEqual(['term 3', ...Array.from({ length: 49 }, (_, i) => `term ${59 - i}`)])
})
