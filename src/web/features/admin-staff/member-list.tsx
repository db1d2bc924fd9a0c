import { useState } from 'react'
import type { StaffMember } from '#contracts/staff'
import { ROLE_LABELS } from '#contracts/staff-roles'
import { MINUTE_MS } from '#platform/time/durations'
import { formatCount } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { memberState } from './member-state.ts'

/** Everybody who was invited, with what they may do and whether they may still come in. */
export function MemberList({
  members,
  onChanged,
}: {
  readonly members: readonly StaffMember[]
  readonly onChanged: () => Promise<void>
}) {
  const [openId, setOpenId] = useState<string | null>(null)
  const now = useNow(MINUTE_MS)
  const open = members.find(({ id }) => id === openId)
  return (
    <>
      <ul className="sheet divide-y divide-line">
        {members.map((member) => {
          const state = memberState(member, now)
          return (
            <li
              key={member.id}
              className="grid gap-x-5 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,17rem)_auto] sm:items-center sm:px-5"
            >
              <div className="min-w-0">
                <h2 className="text-base font-semibold wrap-anywhere">{member.name}</h2>
                <p className="text-sm wrap-anywhere text-soft">{member.email}</p>
              </div>
              <div className="grid min-w-0 gap-0.5 text-sm">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-semibold">{ROLE_LABELS[member.role].name}</span>
                  <Badge tone={state.tone}>{state.label}</Badge>
                  {member.openSessions > 0 && <span>{formatCount(member.openSessions, 'session')} open</span>}
                  {member.passkeys > 0 && <span>{formatCount(member.passkeys, 'passkey')}</span>}
                </p>
                <p className="text-soft">{state.note}</p>
              </div>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Change the access of ${member.name}`}
                onClick={() => setOpenId(member.id)}
              >
                Change
              </Button>
            </li>
          )
        })}
      </ul>
      {open !== undefined && <MemberDialog member={open} onClose={() => setOpenId(null)} onChanged={onChanged} />}
    </>
  )
}
