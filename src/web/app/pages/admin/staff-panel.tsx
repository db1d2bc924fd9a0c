import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { STAFF_MEMBERS_PATH } from '#contracts/staff-paths'
import { InviteDialog } from '../../../features/admin-staff/invite-dialog.tsx'
import { MemberList } from '../../../features/admin-staff/member-list.tsx'
import { SHARED_WITH_OTHERS, useRead } from '../../../lib/use-read.ts'
import { useStaffChanges } from '../../../lib/use-staff-changes.ts'
import { Async } from '../../../ui/async.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RoomHead } from '../../../ui/room-head.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'

const STAFF_KIND = ['staff'] as const

/** Who has access to the back office; the owner's room. */
export function StaffPanel() {
  const { data, error, retry } = useRead(STAFF_MEMBERS_PATH, SHARED_WITH_OTHERS)
  useStaffChanges(STAFF_KIND, retry)
  const [isInviting, setInviting] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RoomHead title="Staff">
        <Button size="small" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden="true" className="size-4" />
          Invite a person
        </Button>
      </RoomHead>
      <p className="max-w-[70ch] text-sm text-soft">
        People sign in with a passkey, or with their email, a password and a code of their own, and the log names them.
        The password of the gate stays the owner’s way in: nobody can lock you out.
      </p>
      <Async
        data={data}
        error={error}
        errorMessage="The list could not be loaded just now."
        onRetry={retry}
        loading={<TableSkeleton text="Loading staff..." />}
        isEmpty={(members) => members.length === 0}
        empty={
          <EmptyState
            title="Nobody but you"
            className="sheet"
            description="Invite whoever works here, so that each has only what their work needs."
          />
        }
      >
        {(members) => <MemberList members={members} onChanged={retry} />}
      </Async>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={retry} />}
    </div>
  )
}
