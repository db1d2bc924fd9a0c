import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { learnShopTime, shopNow, watchShopTime } from './shop-clock.ts'

const SHOP = Date.parse('2026-11-30T12:00:00.400Z')
const MINUTE = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  answerAt(Date.now())
  vi.useRealTimers()
})

/** An answer that the shop sent at a time, which the header tells in full seconds. */
function answerAt(sent: number, { tookMs = 0, age }: { readonly tookMs?: number; readonly age?: number } = {}): void {
  const headers = new Headers({ date: new Date(sent).toUTCString() })
  if (age !== undefined) headers.set('age', String(age))
  learnShopTime(headers, tookMs)
}

it.each([-90 * MINUTE, -3000, 3000, 45 * MINUTE, 400 * 24 * 60 * MINUTE])(
  'a device whose clock is wrong by %i ms goes by the time of the shop’s answers',
  (wrongBy) => {
    vi.setSystemTime(SHOP + wrongBy)
    answerAt(SHOP)
    expect(Math.abs(shopNow() - SHOP)).toBeLessThanOrEqual(1000)
    vi.setSystemTime(SHOP + wrongBy + 5 * MINUTE)
    expect(Math.abs(shopNow() - SHOP - 5 * MINUTE)).toBeLessThanOrEqual(1000)
  },
)

it('a clock that may be right stays, however slow answers are, so that a countdown does not jump', () => {
  for (const tookMs of [0, 40, 900, 20_000]) {
    vi.setSystemTime(SHOP + tookMs)
    answerAt(SHOP, { tookMs })
    expect(shopNow()).toBe(SHOP + tookMs)
  }
})

it('a clock that is set right, or wrong, while the page is open is noticed by the next answer', () => {
  const changed = vi.fn()
  const stop = watchShopTime(changed)
  vi.setSystemTime(SHOP + 30 * MINUTE)
  answerAt(SHOP)
  answerAt(SHOP)
  expect(changed).toHaveBeenCalledTimes(1)
  vi.setSystemTime(SHOP + 1000)
  answerAt(SHOP + 1000)
  expect([shopNow(), changed.mock.calls.length]).toEqual([SHOP + 1000, 2])
  stop()
  vi.setSystemTime(SHOP - MINUTE)
  answerAt(SHOP)
  expect(changed).toHaveBeenCalledTimes(2)
})

it('an answer that a cache kept tells when it was sent and how old it is', () => {
  vi.setSystemTime(SHOP)
  answerAt(SHOP - 10 * MINUTE, { age: 600 })
  expect(shopNow()).toBe(SHOP)
})

it('an answer without a time teaches nothing', () => {
  vi.setSystemTime(SHOP)
  for (const date of ['', 'yesterday']) learnShopTime(new Headers({ date }), 0)
  learnShopTime(new Headers(), 0)
  expect(shopNow()).toBe(SHOP)
})

/** What goes by the device's clock: times that the device itself has noted, and those of its records. */
const DEVICE_TIMES = [
  'app/pages/checkout-page.tsx',
  'features/admin-gate/use-staff-gate.ts',
  'features/cart/cart-sync.ts',
  'features/cart/use-cart.ts',
  'features/checkout/checkout-attempt.ts',
  'features/checkout/place-order.ts',
  'features/consent/consent-provider.tsx',
  'features/consent/trackers.ts',
  'features/session/code-sign-in.tsx',
  'features/session/enter-code.tsx',
  'features/session/use-return-path.ts',
  'lib/load-with-retry.ts',
  'lib/shop-clock.ts',
  'lib/use-now.ts',
]

it('what the shop says a time of is compared with the shop’s time', () => {
  const web = join(import.meta.dirname, '..')
  const users = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .filter((file) => /Date\.now\b|new Date\(\)/.test(readFileSync(join(web, file), 'utf8')))
  expect(users.toSorted()).toEqual(DEVICE_TIMES)
})
