import { describe, expect, it } from 'vitest'
import { checkNoCardData } from './card-data.ts'

describe('card data', () => {
  it.each([
    { cardNumber: '' },
    { a: [{ b: { CVV: 1 } }] },
    { card_number: null },
    { items: [{ pan: 'x' }] },
    { 'expiry-date': '12/30' },
  ])('is refused by its name at any depth: %j', (body) =>
    expect(() => checkNoCardData(body)).toThrowError(/never sent/),
  )

  it('is refused in the note of a return', () => {
    const note = 'Refund it to my Visa 4242 4242 4242 4242, please'
    expect(() => checkNoCardData({ items: [], note })).toThrowError(/never sent/)
  })

  it('is not looked for in the session id, and a brand with four digits is allowed', () => {
    expect(() => checkNoCardData({ sessionId: '4242424242424242', cardBrand: 'Visa', cardLast4: '4242' })).not.toThrow()
    expect(() => checkNoCardData(undefined)).not.toThrow()
  })
})
