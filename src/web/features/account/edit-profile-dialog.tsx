import { useForm, type FieldErrors } from 'react-hook-form'
import type { ProfileBody } from '#contracts/account'
import type { User } from '#contracts/identity'
import { api, ApiError } from '../../lib/api-client.ts'
import { showServerFields } from '../../lib/server-fields.ts'
import { CHECK_UNAVAILABLE, useCheckLater } from '../../lib/use-check-later.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

const loadCheck = () => import('./check-account.ts').then((module) => module.checkProfile)

interface EditProfileDialogProps {
  readonly user: User
  readonly onClose: () => void
  /** Called when the server has the new profile. */
  readonly onSaved: () => Promise<void>
}

/** Name, e-mail address and phone number (specification 2, sections 2, 5 and 8). What was typed survives a failure. */
export function EditProfileDialog({ user, onClose, onSaved }: EditProfileDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm<ProfileBody>({
    resolver: useCheckLater(loadCheck),
    defaultValues: { firstName: user.firstName, lastName: user.lastName, email: user.email, phone: user.phone ?? '' },
  })
  const { errors, isSubmitting } = formState

  async function save(profile: ProfileBody): Promise<void> {
    try {
      await api('/api/user/profile', { method: 'PUT', body: profile })
      await onSaved()
      onClose()
      toast({ title: 'Profile Updated', description: 'Your profile has been updated successfully.' })
    } catch (error) {
      const answer = error instanceof ApiError ? error.body : null
      sayFailed(answer?.message)
      if (error instanceof ApiError) showServerFields(error, ['firstName', 'lastName', 'email', 'phone'], setError)
    }
  }

  function sayFailed(message?: string): void {
    toast({ title: 'Update Failed', description: message || 'Failed to update profile', variant: 'destructive' })
  }

  function sayUnchecked(found: FieldErrors<ProfileBody>): void {
    if (found.root?.type === CHECK_UNAVAILABLE) sayFailed()
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Edit Profile"
      description="Your contact details, as they are filled in at the checkout."
    >
      <form noValidate onSubmit={(event) => void handleSubmit(save, sayUnchecked)(event)} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First Name" error={errors.firstName?.message} required>
            <TextInput {...register('firstName')} autoComplete="given-name" />
          </Field>
          <Field label="Last Name" error={errors.lastName?.message} required>
            <TextInput {...register('lastName')} autoComplete="family-name" />
          </Field>
        </div>
        <Field label="Email" error={errors.email?.message} required>
          <TextInput
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label="Phone" error={errors.phone?.message} required>
          <TextInput {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
        </Field>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
