import { expect, it } from 'vitest'
import type { StaffMember } from '#contracts/staff'
import { memberState } from './member-state.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')
const MEMBER: StaffMember = {
  id: 'p1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'orders',
  state: 'active',
  invitedAt: '2026-11-20T12:00:00.000Z',
  invitedUntil: null,
  lastSeenAt: '2026-11-22T11:00:00.000Z',
  endedAt: null,
  openSessions: 1,
  passkeys: 0,
}
const YESTERDAY = '2026-11-21T12:00:00.000Z'
const TOMORROW = '2026-11-23T12:00:00.000Z'

it.each<[Partial<StaffMember>, string, RegExp]>([
  [{}, 'Active', /^Last seen /],
  [{ lastSeenAt: null }, 'Active', /^Never seen$/],
  [{ invitedUntil: TOMORROW }, 'Active', /; a new invitation waits$/],
  [{ invitedUntil: YESTERDAY }, 'Active', /^Last seen [^;]+$/],
  [{ state: 'invited', lastSeenAt: null, invitedUntil: TOMORROW }, 'Invited', /^Until /],
  [{ state: 'invited', lastSeenAt: null, invitedUntil: YESTERDAY }, 'Invitation expired', /^Send a new one$/],
  [{ state: 'ended', endedAt: YESTERDAY }, 'No access', /^Access ended /],
  [{ state: 'ended', lastSeenAt: null }, 'No access', /^Never had access$/],
])('says of %j that the access is "%s"', (change, label, note) => {
  const state = memberState({ ...MEMBER, ...change }, NOW)
  expect(state.label).toBe(label)
  expect(state.note).toMatch(note)
})
