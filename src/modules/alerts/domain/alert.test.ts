import { describe, expect, it } from 'vitest'
import { alertExpiryOf, isDue } from './alert.ts'

const inStock = { inStock: true, priceCents: 10_000 }

describe('a request for a mail about a product', () => {
  it('is due for "back in stock" whenever the product is in stock, whatever it costs', () => {
    const alert = { kind: 'back-in-stock', priceCents: 5000 } as const
    expect(isDue(alert, inStock)).toBe(true)
    expect(isDue(alert, { ...inStock, inStock: false })).toBe(false)
  })

  it('is due for a price drop at one cent less, and not at the same price or a higher one', () => {
    const at = (priceCents: number) => isDue({ kind: 'price-drop', priceCents }, inStock)
    expect([at(10_001), at(10_000), at(9999)]).toEqual([true, false, false])
  })

  it('is not due for a price drop of what is out of stock: nobody could buy it', () => {
    expect(isDue({ kind: 'price-drop', priceCents: 20_000 }, { ...inStock, inStock: false })).toBe(false)
  })

  it('is kept for a week without a confirmation, for a year with one, for 30 days behind its mail, and for a week when it was ended', () => {
    const now = new Date('2026-11-22T12:00:00Z')
    expect(alertExpiryOf('unconfirmed', now)).toEqual(new Date('2026-11-29T12:00:00Z'))
    for (const waiting of ['open', 'due'] as const)
      expect(alertExpiryOf(waiting, now)).toEqual(new Date('2027-11-22T12:00:00Z'))
    expect(alertExpiryOf('sent', now)).toEqual(new Date('2026-12-22T12:00:00Z'))
    expect(alertExpiryOf('ended', now)).toEqual(new Date('2026-11-29T12:00:00Z'))
  })
})
