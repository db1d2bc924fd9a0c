import { OWN_PASSKEYS_PATH } from '#contracts/staff-paths'
import { deleteAt } from '../../lib/api-once.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { soon } from '../../lib/soon.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'

/** Asks before a passkey is removed. */
export function RemovePasskeyDialog({
  passkey: { id, name },
  isLast,
  onClose,
  onChanged,
}: {
  readonly passkey: { readonly id: string; readonly name: string }
  readonly isLast: boolean
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}) {
  const closeAfter = useWhileShown(onClose)
  const { run, isBusy, problem } = useAction(
    async () => {
      await deleteAt(`${OWN_PASSKEYS_PATH}/${id}`)
      toast({ title: 'Passkey removed', description: name })
      closeAfter()
      await onChanged()
    },
    async (error) => {
      await soon(onChanged())
      return errorMessage(error, 'The passkey could not be removed.')
    },
  )
  return (
    <Dialog onClose={onClose} title="Remove this passkey?" description={<span className="wrap-anywhere">{name}</span>}>
      <p>
        It does not sign you in any more. Where you are signed in now, you stay so. Delete it on the device, too, or it
        is still offered there.
      </p>
      {isLast && <p className="mt-3">It is your only one: you sign in with email, password and code after that.</p>}
      <Alert message={problem} className="mt-3" />
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button aria-disabled={isBusy} onClick={() => run()}>
          {isBusy ? 'Removing...' : 'Remove passkey'}
        </Button>
      </div>
    </Dialog>
  )
}
