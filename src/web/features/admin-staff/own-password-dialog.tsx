import { OWN_ACCESS_PATH } from '#contracts/staff-paths'
import { ChangePasswordDialog } from '../../ui/form/change-password-dialog.tsx'

const loadSchema = () => import('#contracts/staff').then(({ OwnPasswordBody }) => OwnPasswordBody)

interface OwnPasswordDialogProps {
  readonly email: string
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

/** A person with access to the back office changes the own password. */
export function OwnPasswordDialog({ email, onClose, onChanged }: OwnPasswordDialogProps) {
  return (
    <ChangePasswordDialog
      email={email}
      path={`${OWN_ACCESS_PATH}/password`}
      schema={loadSchema}
      description="You are signed out everywhere else."
      done="You were signed out everywhere else."
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}
