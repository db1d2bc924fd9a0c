import { describe, expect, it } from 'vitest'
import { hasCardNumber, checkNoCardData } from './card-data.ts'

describe('card data', () => {
  it.each([
    '4242424242424242',
    '4242 4242 4242 4242',
    '4000-0000-0000-0002',
    'to 4242 4242 4242 4242!',
    '30569309025904',
    '6304000000000000',
  ])('is detected in %j', (text) => expect(hasCardNumber(text)).toBe(true))

  it.each([
    '4242424242424241',
    '4242 4242',
    '+1 (555) 123-4567',
    '62704-1234',
    '12 Elm Street 42',
    '42424242424242424242424242',
  ])('is not detected in %j', (text) => expect(hasCardNumber(text)).toBe(false))

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
