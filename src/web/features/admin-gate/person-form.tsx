import { Field, TextInput } from '../../ui/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { signInAsPerson } from './unlock.ts'
import { useGateForm } from './use-gate-form.ts'

const loadSchema = () => import('#contracts/staff').then(({ StaffSignInBody }) => StaffSignInBody)
const BLANK = { email: '', password: '', code: '' }

/** Email, password and code of somebody who was invited to the back office. */
export function PersonForm({ onGranted }: { readonly onGranted: () => void }) {
  const form = useGateForm({
    schema: loadSchema,
    defaultValues: BLANK,
    send: signInAsPerson,
    field: 'code',
    denied: 'Email, password or code is not right.',
    onGranted,
  })
  const { register, errorOf } = form

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
