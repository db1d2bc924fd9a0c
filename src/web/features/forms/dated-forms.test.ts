import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY_MS } from '#platform/durations'
import { learnShopTime } from '../../lib/shop-clock.ts'
import { loadServiceRequest, loadWarrantyClaim } from './dated-forms.ts'

/** Noon where the shop is. */
const SHOP = Date.parse('2026-11-30T18:00:00Z')
const answerAt = (time: number) => learnShopTime(new Headers({ date: new Date(time).toUTCString() }), 0)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  answerAt(Date.now())
  vi.useRealTimers()
})

it.each([-400, -2, -1, 0, 1, 2, 400])(
  'a device that is %i days ahead checks days by the clock of the shop',
  async (days) => {
    vi.setSystemTime(SHOP + days * DAY_MS)
    answerAt(SHOP)
    const { purchaseDate } = (await loadWarrantyClaim()).shape
    const { preferredDate } = (await loadServiceRequest()).shape
    const accepted = (schema: { safeParse(day: string): { success: boolean } }) =>
      ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'].filter((day) => schema.safeParse(day).success)
    expect(accepted(purchaseDate)).toEqual(['2026-11-29', '2026-11-30', '2026-12-01'])
    expect(accepted(preferredDate)).toEqual(['2026-11-30', '2026-12-01', '2026-12-02'])
  },
)
