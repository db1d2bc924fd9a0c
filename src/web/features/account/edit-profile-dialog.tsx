import { useWatch } from 'react-hook-form'
import type { User } from '#contracts/identity'
import { api } from '../../lib/api-client.ts'
import { formDraft } from '../../lib/drafts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { DialogActions, Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { toast } from '../../ui/toast.tsx'
import { useWhileShown } from '../../ui/use-while-shown.ts'

const loadSchema = () => import('#contracts/account').then(({ ProfileBody }) => ProfileBody)

interface EditProfileDialogProps {
  readonly user: User
  readonly onClose: () => void
  /** Called when the server has the new profile. */
  readonly onSaved: () => Promise<void>
}

/**
 * Name, email address and phone number (specification 2, sections 2, 5 and 8). Another address takes the password. What
 * was typed survives a failure, but for the password.
 */
export function EditProfileDialog({ user, onClose, onSaved }: EditProfileDialogProps) {
  const opened = {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    phone: user.phone ?? '',
    currentPassword: '',
  }
  const draft = formDraft(`profile-${user.id}`, opened)
  const closeAfter = useWhileShown(onClose)
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: opened,
    draft: { ...draft, save: (profile) => draft.save({ ...profile, currentPassword: '' }) },
    send: (profile) => api<User>('/api/user/profile', { method: 'PUT', body: profile }),
    async onSent({ pendingEmail }) {
      await onSaved()
      closeAfter()
      const isWaiting = Boolean(pendingEmail) && pendingEmail !== user.pendingEmail
      toast({
        title: 'Profile Updated',
        description: isWaiting
          ? `Open the link in the email to ${pendingEmail} to use that address. Until then your old one stays.`
          : 'Your profile has been updated successfully.',
      })
    },
    failure: { title: 'Update Failed', description: 'Failed to update profile' },
  })
  const { register, errorOf, control } = form
  const isNewAddress = useWatch({ control, name: 'email' }).trim().toLowerCase() !== user.email

  function leave(): void {
    draft.clear()
    onClose()
  }

  return (
    <Dialog
      onClose={leave}
      title="Edit Profile"
      description="Your contact details, as they are filled in at the checkout."
    >
      <Form form={form} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <ContactField {...register('firstName')} error={errorOf('firstName')} />
          <ContactField {...register('lastName')} error={errorOf('lastName')} />
        </div>
        <ContactField
          {...register('email')}
          error={errorOf('email')}
          hint={
            isNewAddress
              ? 'It counts once you open the link that we send there. Until then your old one stays.'
              : undefined
          }
        />
        {isNewAddress && (
          <PasswordField
            label="Current Password"
            error={errorOf('currentPassword')}
            {...register('currentPassword')}
            autoComplete="current-password"
          />
        )}
        <ContactField {...register('phone')} error={errorOf('phone')} />
        <DialogActions onCancel={leave} sending="Saving...">
          Save Changes
        </DialogActions>
      </Form>
    </Dialog>
  )
}
