import { expect, it } from 'vitest'
import { toReceivedMessage } from './received-message.ts'

it.each([
  ['Dana@Example.com', 'dana@example.com'],
  ['+1 555 010 0200', null],
  // No mail can go there, and each one written to it would be a job that fails for good.
  ['dana..w@example.com', null],
  ['dana@exämple.com', null],
  ['dana@example.c', null],
])('the contact %s of a warranty claim is answered at %s', (contactInfo, email) => {
  const claim = { serialNumber: 'S1', purchaseDate: '2026-01-01', issueDescription: 'It jams.', contactInfo }
  expect(toReceivedMessage({ form: 'warranty', ...claim })).toMatchObject({ from: contactInfo, email })
})
