import { describe, expect, it } from 'vitest'
import { hasCardNumber } from './card-numbers.ts'

describe('a card number', () => {
  it.each([
    ['Visa', '4242424242424242'],
    ['Visa in groups', '4242 4242 4242 4242'],
    ['Visa with dashes', '4000-0000-0000-0002'],
    ['Visa with points', '4242.4242.4242.4242'],
    ['Visa with long dashes', '4242 – 4242 – 4242 – 4242'],
    ['Visa in other groups', '42424242 4242 4242'],
    ['Visa of 19 digits', '4000 0000 0000 0000 006'],
    ['Mastercard', '5555555555554444'],
    ['Mastercard of the second range', '2223003122003222'],
    ['American Express', '3782 822463 10005'],
    ['Diners Club', '30569309025904'],
    ['Discover', '6011 1111 1111 1117'],
    ['JCB', '3566002020360505'],
    ['UnionPay', '6205500000000000004'],
    ['Maestro', '6304000000000000'],
    ['a card within a sentence', 'Please send it to 4242 4242 4242 4242!'],
    ['a card that stands at a word', 'Visa4242424242424242'],
    ['a card with its expiry date', '4242 4242 4242 4242 12/30'],
    ['a card with its expiry date in digits', '4242 4242 4242 4242 1230 123'],
    ['a card with its security code', '4242424242424242 123'],
    ['a card after an order number', 'Order 100001 4242 4242 4242 4242'],
    ['a card on a line of its own', 'My card:\n4242 4242 4242 4242\nThank you'],
  ])('is found: %s', (_what, text) => expect(hasCardNumber(text)).toBe(true))

  it.each([
    ['a wrong checksum', '4242424242424241'],
    ['a part of a card', '4242 4242'],
    ['phone numbers', '+1 (555) 123-4567 or +49 3782 8224 6310'],
    ['two phone numbers', '555 123 4567 555 123 4568'],
    ['a ZIP code', '62704-1234'],
    ['an address', '12 Elm Street 42'],
    ['order numbers', '#100001 100002 100003'],
    ['an EAN', '4006381333931'],
    ['an EAN that passes the checksum of cards', '4242424242426'],
    ['a carton, GTIN-14', '14006381333938'],
    ['the number of a pallet, SSCC', '340123450000000000'],
    ['the IMEI of a phone, which passes the checksum of cards', '352099001761481'],
    ['a number of no card network that passes the checksum', '1234567812345670'],
    ['a FedEx tracking number', '449044304137821'],
    ['a USPS tracking number', '9405511699000000000000'],
    ['a USPS tracking number in groups', '9405 5116 9900 0000 0000 08'],
    ['a USPS tracking number whose middle reads like a card', '9405 5555 5555 5555 4444 00'],
    ['a longer number', '42424242424242424242424242'],
    ['years', '2021 2022 2023 2024'],
    ['lines of a list', '4242\n4242\n4242\n4242'],
  ])('is not found in %s', (_what, text) => expect(hasCardNumber(text)).toBe(false))
})
