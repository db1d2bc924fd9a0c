import type { StaffMember } from '#contracts/staff'
import { formatShopTime } from '../../lib/format-shop-time.ts'

export interface MemberState {
  readonly label: string
  readonly tone: 'good' | 'plain' | 'mark'
  /** What else there is to know, in a sentence. */
  readonly note: string
}

/** What the list says of somebody's access. */
export function memberState(member: StaffMember, now: number): MemberState {
  const { state, invitedUntil, lastSeenAt, endedAt } = member
  const isExpired = invitedUntil !== null && Date.parse(invitedUntil) <= now
  if (state === 'ended')
    return {
      label: 'No access',
      tone: 'plain',
      note: endedAt === null ? 'Never had access' : `Access ended ${formatShopTime(endedAt)}`,
    }
  if (state === 'invited')
    return isExpired
      ? { label: 'Invitation expired', tone: 'mark', note: 'Send a new one' }
      : { label: 'Invited', tone: 'mark', note: `Until ${formatShopTime(invitedUntil ?? '')}` }
  const seen = lastSeenAt === null ? 'Never seen' : `Last seen ${formatShopTime(lastSeenAt)}`
  const waiting = invitedUntil !== null && !isExpired ? '; a new invitation waits' : ''
  return { label: 'Active', tone: 'good', note: `${seen}${waiting}` }
}
