import { expect, it } from 'vitest'
import { toReceivedMessage } from './received-message.ts'

it.each([
  ['Dana@Example.com', 'dana@example.com'],
  ['+1 555 010 0200', null],
  ['Dana Whitfield <dana@example.com>, 405-555-0142', 'dana@example.com'],
  ['405 555 0142 or by email: Dana@Example.com.', 'dana@example.com'],
  // No mail can go there, and each one written to it would be a job that fails for good.
  ['dana..w@example.com', null],
  ['dana@exämple.com', null],
  ['dana,whitfield@example.com', null],
  ['dana@example.com,cy@example.com', null],
  ['dana@example.com, or cy@example.com', 'dana@example.com'],
  ['dana@example.c', null],
])('the contact %s of a warranty claim is answered at %s', (contactInfo, email) => {
  const claim = { serialNumber: 'S1', purchaseDate: '2026-01-01', issueDescription: 'It jams.', contactInfo }
  expect(toReceivedMessage({ form: 'warranty', ...claim })).toMatchObject({ from: contactInfo, email })
})
