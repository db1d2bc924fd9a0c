import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY_MS } from '#platform/time/durations'

/** Noon where the shop is. */
const SHOP = Date.parse('2026-11-30T18:00:00Z')
const DAYS = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02']

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

/** The days that the two forms accept on a page that has just been opened. */
async function acceptedDays(answerOfShop?: number) {
  if (answerOfShop !== undefined) {
    const { learnShopTime } = await import('../../lib/shop-clock.ts')
    learnShopTime(new Headers({ date: new Date(answerOfShop).toUTCString() }), 0)
  }
  const { loadServiceRequest, loadWarrantyClaim } = await import('./dated-forms.ts')
  const { purchaseDate } = (await loadWarrantyClaim()).shape
  const { preferredDate } = (await loadServiceRequest()).shape
  return [purchaseDate, preferredDate].map((schema) => DAYS.filter((day) => schema.safeParse(day).success))
}

it.each([-400, -2, -1, 0, 1, 2, 400])(
  'a device that is %i days ahead checks days by the clock of the shop',
  async (days) => {
    vi.setSystemTime(SHOP + days * DAY_MS)
    expect(await acceptedDays(SHOP)).toEqual([DAYS.slice(0, 3), DAYS.slice(1)])
  },
)

it.each([-400, 0, 400])(
  'a device that is %i days ahead refuses no day before an answer has told the time of the shop, which refuses it',
  async (days) => {
    vi.setSystemTime(SHOP + days * DAY_MS)
    expect(await acceptedDays()).toEqual([DAYS, DAYS])
  },
)
