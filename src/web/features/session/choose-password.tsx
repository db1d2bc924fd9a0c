import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { api, ApiError } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { StrengthHint } from './strength-hint.tsx'

const loadSchema = () => import('#contracts/account').then(({ NewPasswordBody }) => NewPasswordBody)

interface ChoosePasswordProps {
  readonly email: string
  /** The token of the session that the code opened; null when the browser keeps it already. */
  readonly token: string | null
  /** Called when the password is saved, and when the customer wants none. */
  readonly onDone: () => Promise<void>
  /** Called when a new code is needed, because the 15 minutes are over. */
  readonly onTooLate: () => void
}

/** A new password without the old one, which may be left for another time. */
export function ChoosePassword({ email, token, onDone, onTooLate }: ChoosePasswordProps) {
  const [isShown, setIsShown] = useState(false)
  const [isTooLate, setIsTooLate] = useState(false)
  const leave = useAction(onDone, 'Something went wrong.')
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { newPassword: '', confirmPassword: '' },
    send: (passwords) =>
      api('/api/user/password/new', {
        method: 'PUT',
        body: passwords,
        ...(token !== null && { headers: { Authorization: `Bearer ${token}` } }),
      }),
    async onSent() {
      await onDone()
      toast({ title: 'Password Changed', description: 'Your password has been changed successfully.' })
    },
    failure(error) {
      const answer = error instanceof ApiError ? error : null
      setIsTooLate(answer?.status === 403 || answer?.status === 401)
      return { title: 'Password Change Failed', description: errorMessage(error, 'Failed to change password') }
    },
  })
  const { register, errorOf, control, setFocus } = form

  // The visitor came here by a press: the next thing is to type.
  useEffect(() => setFocus('newPassword'), [setFocus])

  return (
    <Form form={form} className="grid gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="New Password"
        error={errorOf('newPassword')}
        {...register('newPassword', { deps: ['confirmPassword'] })}
        autoComplete="new-password"
        hint={<StrengthHint password={useWatch({ control, name: 'newPassword' }) ?? ''} />}
        isShown={isShown}
        onToggle={() => setIsShown((shown) => !shown)}
      />
      <PasswordField
        label="Confirm New Password"
        error={errorOf('confirmPassword')}
        {...register('confirmPassword')}
        autoComplete="new-password"
        isShown={isShown}
      />
      {isTooLate && (
        <Note size="small" className="grid justify-items-start gap-3">
          The time to choose a new password is over. With a new code you get 15 minutes more.
          <Button variant="quiet" size="small" onClick={onTooLate}>
            Get a new code
          </Button>
        </Note>
      )}
      <div className="grid gap-3">
        <OfflineNote action="save it" className="not-empty:mb-1" />
        <SubmitButton size="large" wide sending="Saving...">
          Save Password
        </SubmitButton>
        <Button variant="ghost" aria-disabled={leave.isBusy} onClick={() => leave.run()}>
          {leave.isBusy ? 'One moment...' : 'Not now'}
        </Button>
      </div>
    </Form>
  )
}
