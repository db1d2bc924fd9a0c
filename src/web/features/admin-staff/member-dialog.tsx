import { useEffect, useRef, useState } from 'react'
import { staffMemberPath } from '#contracts/staff-paths'
import type { StaffMember } from '#contracts/staff'
import { ROLE_LABELS, type StaffRole } from '#contracts/staff-roles'
import { api, isRefusal } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatCount } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'
import { ChangeButton, ProblemOfGone, type AccessChange } from './change-button.tsx'
import { ROLE_OPTIONS } from './invite-dialog.tsx'

interface MemberDialogProps {
  readonly member: StaffMember
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

const ROLE_CHANGED = 'Role changed'
const INVITED: AccessChange = { path: '/invitation', request: { method: 'POST' }, done: 'Invitation sent' }
const WITHDRAWN: AccessChange = { path: '/invitation', request: { method: 'DELETE' }, done: 'Invitation withdrawn' }
const WITHOUT_PASSKEYS: AccessChange = { path: '/passkeys', request: { method: 'DELETE' }, done: 'Passkeys removed' }
const SIGNED_OUT: AccessChange = { path: '/sessions', request: { method: 'DELETE' }, done: 'Signed out' }
const ENDED: AccessChange = { request: { method: 'DELETE' }, done: 'Access taken away' }

/** What the owner does with one person's access. */
export function MemberDialog({ member, onClose, onChanged }: MemberDialogProps) {
  const { id, name, state, invitedUntil, passkeys } = member
  const [chosen, setRole] = useState<StaffRole | null>(null)
  // What nobody here has chosen is as somebody else may have changed it meanwhile.
  const role = chosen ?? member.role
  const [isEnding, setEnding] = useState(false)
  const question = useRef<HTMLDivElement>(null)
  // The button that asked is gone; the question is read aloud and its answer comes next.
  useEffect(() => {
    if (isEnding) question.current?.focus()
  }, [isEnding])
  const closeAfter = useWhileShown(onClose)
  const action = useAction<AccessChange>(
    async ({ path = '', request, done }) => {
      await api(`${staffMemberPath(id)}${path}`, request)
      toast({ title: done, description: name })
      closeAfter()
      await onChanged()
    },
    async (error) => {
      await soon(onChanged())
      return isRefusal(error)
        ? errorMessage(error, 'This could not be done. Please try again.')
        : 'No answer from the shop. Look whether it was done before you try again.'
    },
  )
  const [isInvited, hasPasskeys, isActive, mayEnd] = [
    invitedUntil !== null,
    passkeys > 0,
    state === 'active',
    state !== 'ended' && isEnding,
  ]
  const offered = [
    ROLE_CHANGED,
    INVITED.done,
    ...(isInvited ? [WITHDRAWN.done] : []),
    ...(hasPasskeys ? [WITHOUT_PASSKEYS.done] : []),
    ...(isActive ? [SIGNED_OUT.done] : []),
    ...(mayEnd ? [ENDED.done] : []),
  ]

  return (
    <Dialog onClose={onClose} title={name} description={<span className="wrap-anywhere">{member.email}</span>}>
      <div className="grid gap-5">
        <Field label="Role" hint={ROLE_LABELS[role].description}>
          <Select value={role} onChange={(event) => setRole(event.target.value as StaffRole)} options={ROLE_OPTIONS} />
        </Field>
        <ChangeButton
          action={action}
          change={{ request: { method: 'PATCH', body: { role, roleWas: member.role } }, done: ROLE_CHANGED }}
          pending="Saving..."
          isMain
          disabled={role === member.role}
        >
          Save role
        </ChangeButton>
        <div className="grid gap-2 border-t border-line pt-5">
          <ChangeButton action={action} change={INVITED} pending="Sending...">
            Send a new invitation
          </ChangeButton>
          <p className="text-sm text-soft">
            For a forgotten password or a lost telephone, too: what they have works until they accept it.
          </p>
          {isInvited && (
            <ChangeButton action={action} change={WITHDRAWN} pending="Withdrawing...">
              Withdraw the invitation
            </ChangeButton>
          )}
          {hasPasskeys && (
            <ChangeButton action={action} change={WITHOUT_PASSKEYS} pending="Removing...">
              Remove {formatCount(passkeys, 'passkey')} and sign out everywhere
            </ChangeButton>
          )}
          {isActive && (
            <ChangeButton action={action} change={SIGNED_OUT} pending="Signing out...">
              Sign out everywhere
            </ChangeButton>
          )}
          {state !== 'ended' &&
            (isEnding ? (
              <div
                ref={question}
                tabIndex={-1}
                role="group"
                aria-label="Take access away"
                className="grid gap-2 rounded border border-magenta p-3"
              >
                <p className="text-sm">
                  {name} is signed out at once and cannot come back without a new invitation. The log keeps what they
                  did.
                </p>
                <ChangeButton action={action} change={ENDED} pending="Taking it away...">
                  Take the access of {name} away
                </ChangeButton>
              </div>
            ) : (
              <Button variant="quiet" aria-disabled={action.isBusy} onClick={() => !action.isBusy && setEnding(true)}>
                Take access away...
              </Button>
            ))}
        </div>
        <ProblemOfGone action={action} offered={offered} />
      </div>
    </Dialog>
  )
}
