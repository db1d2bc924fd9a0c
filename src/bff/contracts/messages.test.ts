import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#platform/time/durations'
import { MessageBody, serviceRequestBy, warrantyClaimBy, WarrantyClaim } from './messages.ts'

const BAD_PURCHASE = 'Enter the day you bought it, with all four digits of the year'
const FUTURE_PURCHASE = 'Enter the day you bought it, not one that is still to come'
const BAD_WISH = 'Choose a day that is still to come'
const SPLIT_ADDRESS = 'An email address has no space in it. Put a comma between the address and other words'
const claim = { serialNumber: 'SN-1', purchaseDate: '2026-01-05', issueDescription: 'It smells.' }
const visit = {
  name: 'Bo',
  email: 'bo@example.com',
  phone: '5551234567',
  address: '12 Elm Street',
  equipment: 'HP LaserJet',
  serviceType: 'installation',
}

const messageOf = ({
  error,
}: {
  readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined
}) => error?.issues[0]?.message ?? null

/** The first and the last millisecond of the shop's November 29 and of a day whose clocks are put back. */
describe.each([
  ['2026-11-29', '2026-11-29T06:00:00.000Z'],
  ['2026-11-29', '2026-11-30T05:59:59.999Z'],
  ['2026-11-01', '2026-11-01T05:00:00.000Z'],
  ['2026-11-01', '2026-11-02T05:59:59.999Z'],
])('on %s by the clock of the shop (%s)', (today, time) => {
  const now = () => Date.parse(time)
  const day = (daysLater: number) => new Date(Date.parse(today) + daysLater * DAY_MS).toISOString().slice(0, 10)

  it.each([
    [day(0), null],
    // Who bought it may have seen the order where it was tomorrow already.
    [day(1), null],
    ['2011-03-04', null],
    ['', 'Purchase date is required'],
    [undefined, 'Purchase date is required'],
    [day(2), FUTURE_PURCHASE],
    ['2206-03-04', FUTURE_PURCHASE],
    // What a date field makes of the years 26 and 20266.
    ['0026-03-04', BAD_PURCHASE],
    ['20266-03-04', BAD_PURCHASE],
  ])('a warranty claim says of the purchase date %j: %j', (purchaseDate, message) => {
    expect(messageOf(warrantyClaimBy(now).safeParse({ ...claim, contactInfo: '555 0100', purchaseDate }))).toBe(message)
  })

  it.each([
    ['', null],
    [undefined, null],
    [day(0), null],
    [day(400), null],
    [day(-1), BAD_WISH],
    ['0026-03-04', BAD_WISH],
    ['20266-03-04', BAD_WISH],
  ])('a service request says of the preferred date %j: %j', (preferredDate, message) => {
    expect(messageOf(serviceRequestBy(now).safeParse({ ...visit, preferredDate }))).toBe(message)
  })
})

it.each([
  ['dana@example.com', null],
  ['Dana Whitfield, dana@example.com', null],
  ['Dana, dana@example.com', null],
  ['Dana <dana@example.com>', null],
  ['Dana Whitfield dana@example.com', null],
  ['405 555 0142 or dana@example.com', null],
  ['405-555-0142 dana@example.com', null],
  ['dana@example.com or cy@example.com', null],
  ['Email: dana@example.com', null],
  ['Email dana@example.com', null],
  ['e-mail dana@example.com', null],
  ['Mail  dana@example.com, 405 555 0142', null],
  ['mailroom dana@example.com', SPLIT_ADDRESS],
  ['email.dana whitfield@example.com', SPLIT_ADDRESS],
  ['call 555 0100, or @dana_w', null],
  ['dana whitfield@example.com', SPLIT_ADDRESS],
  ['dana. whitfield@example.com', SPLIT_ADDRESS],
  ['dana2\u00a0whitfield@example.com, 405 555 0142', SPLIT_ADDRESS],
  ['dana @example.com', SPLIT_ADDRESS],
  ['dana@ example.com', SPLIT_ADDRESS],
  ['Dana Whitfield, dana @ example.com', SPLIT_ADDRESS],
])('a warranty claim says of the contact %j: %j', (contactInfo, message) => {
  expect(messageOf(WarrantyClaim.safeParse({ ...claim, contactInfo }))).toBe(message)
})

it('what a form leaves open is nothing, and what is filled in beside it arrives', () => {
  const writer = { name: 'Bo', email: 'bo@example.com', subject: 'Toner', message: 'Which one?' }
  const service = { ...writer, ...visit, form: 'service' }
  const day = '2999-12-31'
  const accepted = (form: object) => MessageBody.parse(form)
  for (const open of ['', null, undefined]) {
    expect(accepted({ ...writer, form: 'support', category: open })).toMatchObject({ category: null })
    expect(accepted({ ...writer, form: 'contact', inquiryType: open })).toMatchObject({ inquiryType: null })
    expect(accepted({ ...service, message: open, preferredDate: open })).toMatchObject({
      message: null,
      preferredDate: null,
    })
  }
  expect(accepted({ ...writer, form: 'support', category: 'billing' })).toMatchObject({ category: 'billing' })
  expect(accepted({ ...writer, form: 'contact', inquiryType: 'sales' })).toMatchObject({ inquiryType: 'sales' })
  expect(accepted({ ...service, preferredDate: day })).toMatchObject({ message: 'Which one?', preferredDate: day })
})
