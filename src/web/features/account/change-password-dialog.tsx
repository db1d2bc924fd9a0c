import { useForm, type FieldErrors } from 'react-hook-form'
import type { PasswordBody } from '#contracts/account'
import { api, ApiError } from '../../lib/api-client.ts'
import { showServerFields } from '../../lib/server-fields.ts'
import { CHECK_UNAVAILABLE, useCheckLater } from '../../lib/use-check-later.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'

const loadCheck = () => import('./check-account.ts').then((module) => module.checkPassword)

/** The old password and twice the new one (specification 2, sections 2, 5 and 8). */
export function ChangePasswordDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { register, handleSubmit, setError, formState } = useForm<PasswordBody>({
    resolver: useCheckLater(loadCheck),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = formState

  async function change(passwords: PasswordBody): Promise<void> {
    try {
      await api('/api/user/password', { method: 'PUT', body: passwords })
      onClose()
      toast({ title: 'Password Changed', description: 'Your password has been changed successfully.' })
    } catch (error) {
      const answer = error instanceof ApiError ? error.body : null
      sayFailed(answer?.message)
      if (error instanceof ApiError)
        showServerFields(error, ['currentPassword', 'newPassword', 'confirmPassword'], setError)
    }
  }

  function sayFailed(message?: string): void {
    toast({
      title: 'Password Change Failed',
      description: message || 'Failed to change password',
      variant: 'destructive',
    })
  }

  function sayUnchecked(found: FieldErrors<PasswordBody>): void {
    if (found.root?.type === CHECK_UNAVAILABLE) sayFailed()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Change Password"
      description="Other browsers that are signed in to your account are signed out."
    >
      <form noValidate onSubmit={(event) => void handleSubmit(change, sayUnchecked)(event)} className="grid gap-5">
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Current Password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
          autoComplete="current-password"
        />
        <PasswordField
          label="New Password"
          error={errors.newPassword?.message}
          {...register('newPassword', { deps: ['confirmPassword'] })}
          autoComplete="new-password"
          hint="At least 8 characters. A few unrelated words make a strong password."
        />
        <PasswordField
          label="Confirm New Password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
          autoComplete="new-password"
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Changing...' : 'Change Password'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
