import { useState } from 'react'
import { useForm, useWatch, type FieldErrors } from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { RegisterBody, SessionBody, SignUpForm as SignUpFields } from '#contracts/identity'
import { paths } from '../../lib/paths.ts'
import { api, ApiError } from '../../lib/api-client.ts'
import { showServerFields } from '../../lib/server-fields.ts'
import { CHECK_UNAVAILABLE, useCheckLater } from '../../lib/use-check-later.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { LegalLink } from './legal-link.tsx'
import { passwordStrength, type PasswordStrength } from './password-strength.ts'

const loadCheck = () => import('./check-accounts.ts').then((module) => module.checkSignUp)

interface SignUpFormProps {
  /** Called with the token of the new session. */
  readonly onSignedIn: (token: string) => Promise<void>
  /** Called when the e-mail address has an account already, before sign-in is offered. */
  readonly onEmailKnown: () => void
  /** What the link to sign-in carries on: where to return. */
  readonly linkState: unknown
}

/** A new account (specification 2, sections 2, 5 and 8). What was typed survives a failure. */
export function SignUpForm({ onSignedIn, onEmailKnown, linkState }: SignUpFormProps) {
  const { register, handleSubmit, setError, control, formState } = useForm<SignUpFields>({
    resolver: useCheckLater(loadCheck),
  })
  const { errors, isSubmitting } = formState
  const [isPasswordShown, setIsPasswordShown] = useState(false)
  const isHydrated = useHydrated()

  async function signUp({ firstName, lastName, email, phone, password }: SignUpFields): Promise<void> {
    try {
      // Confirmation and checkboxes stay here.
      const body: RegisterBody = { firstName, lastName, email, phone, password }
      const { token } = await api<SessionBody>('/api/register', { method: 'POST', body })
      await onSignedIn(token)
      toast({ title: 'Account created successfully!', description: 'Welcome to Superprinter!' })
    } catch (error) {
      if (error instanceof ApiError && (error.status < 500 || error.body !== null)) sayRefused(error)
      else sayFailed()
    }
  }

  function sayFailed(): void {
    toast({ title: 'Error', description: 'Something went wrong. Please try again.', variant: 'destructive' })
  }

  function sayUnchecked(found: FieldErrors<SignUpFields>): void {
    if (found.root?.type === CHECK_UNAVAILABLE) sayFailed()
  }

  function sayRefused(error: ApiError): void {
    const message = error.body?.message ?? ''
    if (/email already exists/i.test(message)) {
      onEmailKnown()
      setError('email', { type: 'server', message: 'This email is already in use.' }, { shouldFocus: true })
      toast({
        title: 'Email already registered',
        description: 'This email is already in use. Try signing in instead or use a different email.',
        variant: 'destructive',
        action: { label: 'Sign In', to: paths.login() },
      })
      return
    }
    toast({ title: 'Signup failed', description: message || 'Failed to create account', variant: 'destructive' })
    showServerFields(error, ['firstName', 'lastName', 'email', 'phone', 'password'], setError)
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(signUp, sayUnchecked)(event)}
      className="grid gap-5"
    >
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
      <PasswordField
        label="Password"
        error={errors.password?.message}
        {...register('password', { deps: ['confirmPassword'] })}
        autoComplete="new-password"
        hint={<StrengthHint password={useWatch({ control, name: 'password' }) ?? ''} />}
        isShown={isPasswordShown}
        onToggle={() => setIsPasswordShown((shown) => !shown)}
      />
      <PasswordField
        label="Confirm Password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
        autoComplete="new-password"
        isShown={isPasswordShown}
      />
      <div className="grid gap-3">
        <Checkbox
          {...register('ageVerification')}
          error={errors.ageVerification?.message}
          label="I am 13 years or older"
        />
        <Checkbox
          {...register('termsAccepted')}
          error={errors.termsAccepted?.message}
          label={
            <>
              I agree to the <LegalLink to={paths.terms()}>Terms of Service</LegalLink> and{' '}
              <LegalLink to={paths.privacy()}>Privacy Policy</LegalLink>
            </>
          }
        />
      </div>
      <Button type={isHydrated ? 'submit' : 'button'} size="large" wide disabled={isSubmitting}>
        {isSubmitting ? 'Creating Account...' : 'Create Account'}
      </Button>
      <p className="border-t border-line pt-4 text-center">
        Already have an account?{' '}
        <Link to={paths.login()} state={linkState} className="text-link font-semibold">
          Sign in
        </Link>
      </p>
    </form>
  )
}

const STRENGTHS: Record<PasswordStrength, { readonly steps: number; readonly words: string }> = {
  'too short': { steps: 0, words: 'At least 8 characters.' },
  weak: { steps: 1, words: 'Weak. A few unrelated words make a strong password.' },
  fair: { steps: 2, words: 'Fair. A little longer is stronger.' },
  strong: { steps: 3, words: 'Strong.' },
}

function StrengthHint({ password }: { readonly password: string }) {
  const { steps, words } = STRENGTHS[passwordStrength(password)]
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden="true" className="flex w-20 shrink-0 gap-1">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={`h-1.5 flex-1 rounded-full ${step <= steps ? (steps === 1 ? 'bg-magenta' : steps === 2 ? 'bg-yellow' : 'bg-ok') : 'bg-wash'}`}
          />
        ))}
      </span>
      {words}
    </span>
  )
}
