import { expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#platform/time/durations'
import { isOutdated, newEmailChange } from './email-change.ts'
import { codeExpiryOf } from './login-code.ts'
import { dueDateOf, isFulfilledByJob, linkExpiryOf, REQUEST_TYPES } from './privacy-request.ts'
import { isOpen, isSightingDue, mayChoosePassword, newSession, withPasswordChoice } from './session.ts'
import type { User } from './user.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)
const session = newSession('customer-1', null, NOW)

it('a session is open for seven days, and closed after three without use', () => {
  const used = (ms: number) => ({ ...session, lastSeenAt: after(ms) })
  expect(isOpen(session, after(3 * DAY_MS - 1))).toBe(true)
  expect(isOpen(session, after(3 * DAY_MS))).toBe(false)
  expect(isOpen(used(5 * DAY_MS), after(7 * DAY_MS - 1))).toBe(true)
  expect(isOpen(used(5 * DAY_MS), after(7 * DAY_MS))).toBe(false)
})

it('a session notes every ten minutes that it is used', () => {
  expect(isSightingDue(session, after(10 * MINUTE_MS - 1))).toBe(false)
  expect(isSightingDue(session, after(10 * MINUTE_MS))).toBe(true)
})

it('a session that a code opened may choose a password for 15 minutes, any other never', () => {
  const opened = withPasswordChoice(session, NOW)
  expect(mayChoosePassword(session, NOW)).toBe(false)
  expect(mayChoosePassword(opened, after(15 * MINUTE_MS - 1))).toBe(true)
  expect(mayChoosePassword(opened, after(15 * MINUTE_MS))).toBe(false)
})

it('a change of address can be taken back for seven days by an address that was proved', () => {
  const customer = { id: 'customer-1', email: 'dana@example.com', isEmailVerified: true } as User
  const proved = newEmailChange(customer, 'new@example.com', session.id, NOW)
  expect(proved.change.expiresAt).toEqual(after(7 * DAY_MS))
  expect(proved.undoToken).not.toBeNull()
  const unproved = newEmailChange({ ...customer, isEmailVerified: false }, 'new@example.com', session.id, NOW)
  expect(unproved.undoToken).toBeNull()
  expect(isOutdated(unproved.change, customer), 'its owner proved it since').toBe(true)
  expect(isOutdated(unproved.change, { ...customer, isEmailVerified: false })).toBe(false)
  expect(isOutdated(proved.change, customer)).toBe(false)
})

it('a privacy request is answered within 45 days, and the links of its mails count for seven', () => {
  expect(dueDateOf(NOW)).toEqual(after(45 * DAY_MS))
  expect(linkExpiryOf(NOW)).toEqual(after(7 * DAY_MS))
  expect(
    REQUEST_TYPES.filter((type) => !isFulfilledByJob(type)),
    'what staff answer',
  ).toEqual(['correct', 'other'])
})

it('a code by mail counts for ten minutes', () => {
  expect(codeExpiryOf(NOW)).toEqual(after(10 * MINUTE_MS))
})
