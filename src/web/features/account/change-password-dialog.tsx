import { Link } from 'react-router-dom'
import { api } from '../../lib/api-client.ts'
import { paths } from '../../lib/paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'

const loadSchema = () => import('#contracts/account').then(({ PasswordBody }) => PasswordBody)
const BLANK = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The old password and twice the new one (specification 2, sections 2, 5 and 8). */
export function ChangePasswordDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: BLANK,
    send: (passwords) => api('/api/user/password', { method: 'PUT', body: passwords }),
    onSent() {
      onClose()
      toast({ title: 'Password Changed', description: 'Your password has been changed successfully.' })
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
      description="Other browsers that are signed in to your account are signed out."
    >
      <Form form={form} className="grid gap-5">
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Current Password"
          error={errorOf('currentPassword')}
          {...register('currentPassword')}
          autoComplete="current-password"
        />
        <p className="-mt-3 flex">
          <Link
            to={paths.loginCode()}
            state={{ returnTo: paths.account({ tab: 'settings' }) }}
            className="text-link inline-flex min-h-11 items-center text-sm font-semibold"
          >
            Forgot your password?
          </Link>
        </p>
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
