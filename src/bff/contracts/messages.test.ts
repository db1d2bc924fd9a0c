import { expect, it } from 'vitest'
import { DAY_MS } from '#platform/durations'
import { MessageBody, ServiceRequest, WarrantyClaim } from './messages.ts'

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const BAD_PURCHASE = 'Enter the day you bought it, with all four digits of the year'
const BAD_WISH = 'Choose a day that is still to come'

it.each([
  [daysFromNow(0), null],
  // Whoever types may live where it is tomorrow already.
  [daysFromNow(1), null],
  ['2011-03-04', null],
  ['', 'Purchase date is required'],
  [undefined, 'Purchase date is required'],
  [daysFromNow(2), BAD_PURCHASE],
  // What a date field makes of the years 26 and 20266.
  ['0026-03-04', BAD_PURCHASE],
  ['20266-03-04', BAD_PURCHASE],
])('a warranty claim says of the purchase date %j: %j', (purchaseDate, message) => {
  const claim = { serialNumber: 'SN-1', purchaseDate, issueDescription: 'It smells.', contactInfo: 'cy@example.com' }
  expect(WarrantyClaim.safeParse(claim).error?.issues[0]?.message ?? null).toBe(message)
})

it.each([
  ['', null],
  [undefined, null],
  [daysFromNow(0), null],
  // Whoever types may live where it is still yesterday.
  [daysFromNow(-1), null],
  [daysFromNow(400), null],
  [daysFromNow(-2), BAD_WISH],
  ['0026-03-04', BAD_WISH],
  ['20266-03-04', BAD_WISH],
])('a service request says of the preferred date %j: %j', (preferredDate, message) => {
  const form = {
    name: 'Bo',
    email: 'bo@example.com',
    phone: '5551234567',
    address: '12 Elm Street',
    equipment: 'HP LaserJet',
    serviceType: 'installation',
    preferredDate,
  }
  expect(ServiceRequest.safeParse(form).error?.issues[0]?.message ?? null).toBe(message)
})

it('what a form leaves open is nothing, and what is filled in beside it arrives', () => {
  const writer = { name: 'Bo', email: 'bo@example.com', subject: 'Toner', message: 'Which one?' }
  const visit = { phone: '5551234567', address: '12 Elm Street', equipment: 'HP LaserJet', serviceType: 'repair' }
  const service = { ...writer, ...visit, form: 'service' }
  const day = daysFromNow(40)
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
