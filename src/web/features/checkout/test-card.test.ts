import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caretAfterFormat, checkTestCard, formatExpiry, groupCardNumber } from './test-card.ts'

describe('the test payment', () => {
  test('approves the published test numbers and keeps brand and last four digits', () => {
    expect(checkTestCard('4242 4242 4242 4242')).toEqual({ outcome: 'approved', brand: 'Visa', last4: '4242' })
    expect(checkTestCard('5555555555554444')).toEqual({ outcome: 'approved', brand: 'Mastercard', last4: '4444' })
  })

  test('declines the number that is published for it', () => {
    expect(checkTestCard('4000 0000 0000 0002')).toEqual({ outcome: 'declined' })
  })

  test('accepts no other number, whatever it looks like', () => {
    expect(checkTestCard('4111 1111 1111 1112').outcome).toBe('no-test-card')
    expect(checkTestCard('').outcome).toBe('no-test-card')
    fc.assert(
      fc.property(fc.stringMatching(/^[3-6]\d{15}$/), (number) => {
        fc.pre(
          ![
            '4242424242424242',
            '4000056655665556',
            '5555555555554444',
            '5200828282828210',
            '6011111111111117',
          ].includes(number),
        )
        expect(checkTestCard(number).outcome).not.toBe('approved')
      }),
    )
  })
})

describe('card fields while they are typed', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['4242 4', '4242 4'],
    ['42x4', '424'],
    ['', ''],
  ])('the number %j reads %j', (typed, shown) => expect(groupCardNumber(typed)).toBe(shown))

  test.each([
    ['12', '12'],
    ['123', '12/3'],
    ['12/30', '12/30'],
    ['1230', '12/30'],
    ['5', '05'],
    ['1/', '01/'],
    ['1', '1'],
    ['12/345', '12/34'],
    ['', ''],
    ['12/', '12/'],
    ['05/', '05/'],
    ['0/', '0'],
    ['00/', '00'],
    ['13/', '13'],
    ['12/2030', '12/30'],
    ['1/2030', '01/30'],
    ['1/30', '01/30'],
    [' 12/30', '12/30'],
    ['05 / 30', '05/30'],
    ['5 / 2030', '05/30'],
    ['12-2030', '12/30'],
    ['12.30', '12/30'],
    ['1 30', '01/30'],
    ['122030', '12/30'],
    ['52030', '05/30'],
    ['12/2', '12/2'],
    ['12/20', '12/20'],
    ['12/203', '12/203'],
    ['12/20301', '12/30'],
    ['Exp. 12/30', '12/30'],
    ['13/2030', '13/30'],
  ])('the expiry %j reads %j', (typed, shown) => expect(formatExpiry(typed)).toBe(shown))

  test.each(['12/2030', '122030', '12/30', '1230', '12 / 2030'])('%j, typed key by key, is December 2030', (keys) => {
    expect(Array.from(keys).reduce((shown, key) => formatExpiry(shown + key), '')).toBe('12/30')
  })

  test.each([
    ['421|42 4242', '421|4 2424 2'],
    ['42123|4 242', '4212 3|424 2'],
    ['|9', '|9'],
    ['4242 x|42', '4242| 42'],
    ['1|/30', '01|/30'],
    ['4|', '4|'],
  ])('the caret of %j stands in %j afterwards', (typed, shown) => {
    const text = shown.replace('|', '')
    expect(caretAfterFormat(typed.replace('|', ''), typed.indexOf('|'), text)).toBe(shown.indexOf('|'))
  })

  test('typing in the middle of a number keeps the digits in the order in which they were typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,12}$/), fc.stringMatching(/^\d{1,6}$/), fc.nat(12), (old, typed, at) => {
        let shown = groupCardNumber(old)
        let caret = caretAfterFormat(old, Math.min(at, old.length), shown)
        for (const digit of typed) {
          const text = shown.slice(0, caret) + digit + shown.slice(caret)
          shown = groupCardNumber(text)
          caret = caretAfterFormat(text, caret + 1, shown)
        }
        expect(shown).toBe(groupCardNumber(old.slice(0, at) + typed + old.slice(at)))
      }),
    )
  })

  test('keeps every digit in its order, and does not change what is in its form already', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 24 }), (typed) => {
        const shown = groupCardNumber(typed)
        expect(shown.replaceAll(' ', '')).toBe(typed.replace(/\D/g, '').slice(0, 19))
        expect(groupCardNumber(shown)).toBe(shown)
        expect(formatExpiry(formatExpiry(typed))).toBe(formatExpiry(typed))
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[0-3/. -]{0,9}$/), (typed) => {
        expect(formatExpiry(formatExpiry(typed))).toBe(formatExpiry(typed))
      }),
    )
  })
})
