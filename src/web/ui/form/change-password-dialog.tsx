import type { ReactNode } from 'react'
import { api } from '../../lib/api-client.ts'
import { Dialog } from '../dialog.tsx'
import { PasswordField } from '../password-field.tsx'
import { toast } from '../toast.tsx'
import { DialogActions, Form } from './form.tsx'
import { useContractForm, type ContractFormOptions } from './use-contract-form.ts'
import { useWhileShown } from '../use-while-shown.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmPassword: string
}

interface ChangePasswordDialogProps {
  /** Whose password it is; tells password managers which entry to change. */
  readonly email: string
  /** The call that takes the old password and twice the new one. */
  readonly path: string
  readonly schema: ContractFormOptions<PasswordChange, PasswordChange, unknown>['schema']
  readonly description: string
  /** What the toast says when the new password counts. */
  readonly done: string
  /** The way out for somebody who has forgotten the old password. */
  readonly forgotten?: ReactNode
  readonly onClose: () => void
  readonly onChanged?: () => void | Promise<void>
}

/** The old password and twice the new one, of a customer or of staff (specification 2, sections 2, 5 and 8). */
export function ChangePasswordDialog(props: ChangePasswordDialogProps) {
  const { email, path, schema, description, done, forgotten, onClose, onChanged } = props
  const closeAfter = useWhileShown(onClose)
  const form = useContractForm({
    schema,
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    send: (passwords) => api(path, { method: 'PUT', body: passwords }),
    async onSent() {
      closeAfter()
      toast({ title: 'Password Changed', description: done })
      await onChanged?.()
    },
    failure: { title: 'Password Change Failed', description: 'Failed to change password' },
  })
  const { register, errorOf } = form

  return (
    <Dialog onClose={onClose} title="Change Password" description={description}>
      <Form form={form} className="grid gap-5">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Current Password"
          error={errorOf('currentPassword')}
          {...register('currentPassword')}
          autoComplete="current-password"
        />
        {forgotten}
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
