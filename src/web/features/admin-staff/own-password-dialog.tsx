import { OWN_ACCESS_PATH } from '#contracts/api-paths'
import { api } from '../../lib/api-client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'

const loadSchema = () => import('#contracts/staff').then(({ OwnPasswordBody }) => OwnPasswordBody)
const BLANK = { currentPassword: '', newPassword: '', confirmPassword: '' }

interface OwnPasswordDialogProps {
  readonly email: string
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

/** The old password and twice the new one, of a person with access to the back office. */
export function OwnPasswordDialog({ email, onClose, onChanged }: OwnPasswordDialogProps) {
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: BLANK,
    send: (passwords) => api(`${OWN_ACCESS_PATH}/password`, { method: 'PUT', body: passwords }),
    async onSent() {
      onClose()
      toast({ title: 'Password Changed', description: 'You were signed out everywhere else.' })
      await onChanged()
    },
    failure: { title: 'Password Change Failed', description: 'Failed to change password' },
  })
  const { register, errorOf } = form
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Change Password"
      description="You are signed out everywhere else."
    >
      <Form form={form} className="grid gap-5">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Current Password"
          error={errorOf('currentPassword')}
          {...register('currentPassword')}
          autoComplete="current-password"
        />
        <PasswordField
          label="New Password"
          error={errorOf('newPassword')}
          {...register('newPassword', { deps: ['confirmPassword'] })}
          autoComplete="new-password"
          hint="At least 8 characters. A few unrelated words make a strong password."
        />
        <PasswordField
          label="Confirm New Password"
          error={errorOf('confirmPassword')}
          {...register('confirmPassword')}
          autoComplete="new-password"
        />
        <DialogActions onCancel={onClose} sending="Changing...">
          Change Password
        </DialogActions>
      </Form>
    </Dialog>
  )
}
