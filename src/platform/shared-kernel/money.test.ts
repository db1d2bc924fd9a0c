import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  centsFromNumber,
  costsOf,
  formatMoney,
  groupDigits,
  MAX_CENTS,
  parseDecimal,
  parseSum,
  toDecimal,
} from './money.ts'

describe('amounts', () => {
  it('survive the way to text and back', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => parseDecimal(toDecimal(cents)) === cents))
  })

  it('survive the way through a JSON number', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: MAX_CENTS }),
        (cents) => centsFromNumber(Number(toDecimal(cents))) === cents,
      ),
    )
  })

  it.each([
    ['1299', 129_900],
    ['1299.5', 129_950],
    [' 1299.05 ', 129_905],
    ['0', 0],
  ])('are read from "%s"', (text, cents) => {
    expect(parseDecimal(text)).toBe(cents)
  })

  it.each(['', '-1', '+1', '1e3', '0x10', '1,299.00', '1.999', '.5', '5.', '$5', 'NaN', '１２', '123456789'])(
    'are not read from "%s"',
    (text) => {
      expect(parseDecimal(text)).toBeNull()
    },
  )

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1.999, 0.001])('are not taken from the number %s', (amount) => {
    expect(centsFromNumber(amount)).toBeNull()
  })

  it('add up to sums that are larger than any of them', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 15 - 1 }), (cents) => parseSum(toDecimal(cents)) === cents))
    expect(parseSum('-1.00')).toBeNull()
    expect(parseSum('12')).toBeNull()
  })

  it('read as people write them', () => {
    expect(formatMoney(127_900)).toBe('$1,279.00')
    expect(formatMoney(5)).toBe('$0.05')
    expect(formatMoney(-150_000_05)).toBe('-$150,000.05')
    expect(toDecimal(-5)).toBe('-0.05')
  })
})

it('whole numbers read as people in the United States write them', () => {
  expect(groupDigits(0)).toBe('0')
  expect(groupDigits(999)).toBe('999')
  expect(groupDigits(1000)).toBe('1,000')
  expect(groupDigits(-1_234_567)).toBe('-1,234,567')
  fc.assert(fc.property(fc.maxSafeInteger(), (whole) => groupDigits(whole) === whole.toLocaleString('en-US')))
})

describe('the costs of a cart', () => {
  it('take shipping up to $99.00 and not above', () => {
    expect(costsOf([{ priceCents: 9900, quantity: 1 }])).toMatchObject({ subtotalCents: 9900, shippingCents: 999 })
    expect(costsOf([{ priceCents: 9901, quantity: 1 }])).toMatchObject({ subtotalCents: 9901, shippingCents: 0 })
  })

  it('take shipping from exactly $99.00 however it is made up', () => {
    // Added up in floating point, ten times 9.90 comes out above 99 and would ship for nothing.
    expect(costsOf([{ priceCents: 990, quantity: 10 }]).shippingCents).toBe(999)
    expect(costsOf(Array.from({ length: 10 }, () => ({ priceCents: 990, quantity: 1 }))).shippingCents).toBe(999)
  })

  it('are nothing for an empty cart', () => {
    expect(costsOf([])).toEqual({ subtotalCents: 0, shippingCents: 0, taxCents: 0, totalCents: 0 })
  })

  it('add up, with 8 % tax on what is bought', () => {
    expect(
      costsOf([
        { priceCents: 27_900, quantity: 2 },
        { priceCents: 1999, quantity: 1 },
      ]),
    ).toEqual({
      subtotalCents: 57_799,
      shippingCents: 0,
      taxCents: 4624,
      totalCents: 62_423,
    })
    const lines = fc.array(
      fc.record({ priceCents: fc.integer({ min: 0, max: 1_000_000 }), quantity: fc.integer({ min: 1, max: 99 }) }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(lines, (cart) => {
        const { subtotalCents, shippingCents, taxCents, totalCents } = costsOf(cart)
        expect(totalCents).toBe(subtotalCents + shippingCents + taxCents)
        expect(Math.abs(taxCents * 100 - subtotalCents * 8)).toBeLessThan(50)
      }),
    )
  })
})
