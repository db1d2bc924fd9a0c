import { Field, TextInput } from '../../ui/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { signInAsPerson, UNREACHABLE } from './unlock.ts'

const loadSchema = () => import('#contracts/staff').then(({ StaffSignInBody }) => StaffSignInBody)
const BLANK = { email: '', password: '', code: '' }

/** Email, password and code of somebody who was invited to the back office. */
export function PersonForm({ onGranted }: { readonly onGranted: () => void }) {
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: BLANK,
    send: signInAsPerson,
    onSent(outcome) {
      if (outcome.kind !== 'granted')
        return showDenied(outcome.kind === 'failed' ? outcome.message : 'Email, password or code is not right.')
      toast({ title: 'Access Granted', description: 'Welcome to the admin panel.' })
      onGranted()
    },
    failure() {
      showDenied(UNREACHABLE)
      return null
    },
  })
  const { register, setError, setFocus, errorOf } = form

  function showDenied(message: string): void {
    toast({ title: 'Access Denied', description: message, variant: 'destructive' })
    setError('code', { type: 'server', message })
    setFocus('code', { shouldSelect: true })
  }

  return (
    <div className="grid gap-4">
      <Form form={form} className="grid gap-4">
        <Field label="Email" error={errorOf('email')}>
          <TextInput
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="username webauthn"
            maxLength={254}
          />
        </Field>
        <PasswordField
          label="Password"
          error={errorOf('password')}
          {...register('password')}
          autoComplete="current-password"
          maxLength={256}
        />
        <Field
          label="Code"
          error={errorOf('code')}
          hint="From your authenticator app. Lost it? Type one of your recovery codes."
        >
          <TextInput {...register('code')} autoComplete="one-time-code" maxLength={60} className="font-mono" />
        </Field>
        <SubmitButton size="large" wide sending="Checking...">
          Sign In
        </SubmitButton>
      </Form>
      <PasskeyButton onGranted={onGranted} />
    </div>
  )
}
