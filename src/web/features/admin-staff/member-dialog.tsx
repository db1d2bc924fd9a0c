import { useEffect, useRef, useState } from 'react'
import { staffMemberPath } from '#contracts/staff-paths'
import type { StaffMember } from '#contracts/staff'
import { ROLE_LABELS, type StaffRole } from '#contracts/staff-roles'
import { api, isRefusal, type ApiRequest } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { formatCount } from '../../lib/format.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'
import { ROLE_OPTIONS } from './invite-dialog.tsx'

interface MemberDialogProps {
  readonly member: StaffMember
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

interface Change {
  readonly path?: string
  readonly request: ApiRequest
  /** What the toast says once it is done. */
  readonly done: string
}

const ROLE_CHANGED = 'Role changed'

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
  const { run, isBusy, doing, last, problem } = useAction(
    async ({ path = '', request, done }: Change) => {
      await api(`${staffMemberPath(id)}${path}`, request)
      toast({ title: done, description: name })
      closeAfter()
      await onChanged()
    },
    async (error) => {
      await onChanged()
      return isRefusal(error)
        ? errorMessage(error, 'This could not be done. Please try again.')
        : 'No answer from the shop. Look whether it was done before you try again.'
    },
  )
  /** What the button of a change says: other words while it is on its way. */
  const wordsOf = (done: string, words: string, pending: string) => (doing?.done === done ? pending : words)
  const send = (path: string, method: 'POST' | 'DELETE', done: string) => run({ path, request: { method }, done })

  return (
    <Dialog onClose={onClose} title={name} description={<span className="wrap-anywhere">{member.email}</span>}>
      <div className="grid gap-5">
        <Field label="Role" hint={ROLE_LABELS[role].description}>
          <Select value={role} onChange={(event) => setRole(event.target.value as StaffRole)} options={ROLE_OPTIONS} />
        </Field>
        <Button
          disabled={role === member.role}
          aria-disabled={isBusy}
          onClick={() =>
            run({ request: { method: 'PATCH', body: { role, roleWas: member.role } }, done: ROLE_CHANGED })
          }
        >
          {wordsOf(ROLE_CHANGED, 'Save role', 'Saving...')}
        </Button>
        {last?.done === ROLE_CHANGED && <Alert message={problem} />}
        <div className="grid gap-2 border-t border-line pt-5">
          <Button variant="quiet" aria-disabled={isBusy} onClick={() => send('/invitation', 'POST', 'Invitation sent')}>
            {wordsOf('Invitation sent', 'Send a new invitation', 'Sending...')}
          </Button>
          <p className="text-sm text-soft">
            For a forgotten password or a lost telephone, too: what they have works until they accept it.
          </p>
          {invitedUntil !== null && (
            <Button
              variant="quiet"
              aria-disabled={isBusy}
              onClick={() => send('/invitation', 'DELETE', 'Invitation withdrawn')}
            >
              {wordsOf('Invitation withdrawn', 'Withdraw the invitation', 'Withdrawing...')}
            </Button>
          )}
          {passkeys > 0 && (
            <Button
              variant="quiet"
              aria-disabled={isBusy}
              onClick={() => send('/passkeys', 'DELETE', 'Passkeys removed')}
            >
              {wordsOf(
                'Passkeys removed',
                `Remove ${formatCount(passkeys, 'passkey')} and sign out everywhere`,
                'Removing...',
              )}
            </Button>
          )}
          {state === 'active' && (
            <Button variant="quiet" aria-disabled={isBusy} onClick={() => send('/sessions', 'DELETE', 'Signed out')}>
              {wordsOf('Signed out', 'Sign out everywhere', 'Signing out...')}
            </Button>
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
                <Button aria-disabled={isBusy} onClick={() => send('', 'DELETE', 'Access taken away')}>
                  {wordsOf('Access taken away', `Take the access of ${name} away`, 'Taking it away...')}
                </Button>
              </div>
            ) : (
              <Button variant="quiet" aria-disabled={isBusy} onClick={() => !isBusy && setEnding(true)}>
                Take access away...
              </Button>
            ))}
        </div>
        {last?.done !== ROLE_CHANGED && <Alert message={problem} />}
      </div>
    </Dialog>
  )
}
