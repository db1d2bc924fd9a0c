import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { RegisterBody, SessionBody, SignUpForm as SignUpFields } from '#contracts/identity'
import { paths } from '../../lib/paths.ts'
import { api, ApiError } from '../../lib/api-client.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { LegalLink } from './legal-link.tsx'
import { StrengthHint } from './strength-hint.tsx'

const loadSchema = () => import('#contracts/identity').then(({ SignUpForm: schema }) => schema)
const BLANK = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
  ageVerification: false,
  termsAccepted: false,
}

interface SignUpFormProps {
  /** Called with the token of the new session. */
  readonly onSignedIn: (token: string) => Promise<void>
  /** Called when the email address has an account already, before sign-in is offered. */
  readonly onEmailKnown: () => void
  /** What the link to sign-in carries on: where to return. */
  readonly linkState: unknown
}

/** A new account (specification 2, sections 2, 5 and 8). What was typed survives a failure. */
export function SignUpForm({ onSignedIn, onEmailKnown, linkState }: SignUpFormProps) {
  const [isPasswordShown, setIsPasswordShown] = useState(false)
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: BLANK as SignUpFields,
    isPrerendered: true,
    send({ firstName, lastName, email, phone, password }) {
      // Confirmation and checkboxes stay here.
      const body: RegisterBody = { firstName, lastName, email, phone, password }
      return api<SessionBody>('/api/register', { method: 'POST', body })
    },
    async onSent({ token }) {
      await onSignedIn(token)
      toast({ title: 'Account created successfully!', description: 'Welcome to Superprinter!' })
    },
    failure(error) {
      if (!(error instanceof ApiError) || error.body === null)
        return { title: 'Error', description: 'Something went wrong. Please try again.' }
      const { message } = error.body
      if (!/email already exists/i.test(message))
        return { title: 'Signup failed', description: message || 'Failed to create account' }
      onEmailKnown()
      setError('email', { type: 'server', message: 'This email is already in use.' }, { shouldFocus: true })
      toast({
        title: 'Email already registered',
        description: 'This email is already in use. Try signing in instead or use a different email.',
        variant: 'destructive',
        action: { label: 'Sign In', to: paths.login() },
      })
      return null
    },
  })
  const { register, setError, control, errorOf } = form

  return (
    <Form form={form} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <ContactField {...register('firstName')} error={errorOf('firstName')} />
        <ContactField {...register('lastName')} error={errorOf('lastName')} />
      </div>
      <ContactField {...register('email')} error={errorOf('email')} />
      <ContactField {...register('phone')} error={errorOf('phone')} />
      <PasswordField
        label="Password"
        error={errorOf('password')}
        {...register('password', { deps: ['confirmPassword'] })}
        autoComplete="new-password"
        hint={<StrengthHint password={useWatch({ control, name: 'password' }) ?? ''} />}
        isShown={isPasswordShown}
        onToggle={() => setIsPasswordShown((shown) => !shown)}
      />
      <PasswordField
        label="Confirm Password"
        error={errorOf('confirmPassword')}
        {...register('confirmPassword')}
        autoComplete="new-password"
        isShown={isPasswordShown}
      />
      <div className="grid gap-3">
        <Checkbox {...register('ageVerification')} error={errorOf('ageVerification')} label="I am 13 years or older" />
        <Checkbox
          {...register('termsAccepted')}
          error={errorOf('termsAccepted')}
          label={
            <>
              I agree to the <LegalLink to={paths.terms()}>Terms of Service</LegalLink> and{' '}
              <LegalLink to={paths.privacy()}>Privacy Policy</LegalLink>
            </>
          }
        />
      </div>
      <div>
        <OfflineNote action="create your account" className="not-empty:mb-4" />
        <SubmitButton size="large" wide sending="Creating Account...">
          Create Account
        </SubmitButton>
      </div>
      <p className="border-t border-line pt-4 text-center">
        Already have an account?{' '}
        <Link to={paths.login()} state={linkState} className="text-link font-semibold">
          Sign in
        </Link>
      </p>
    </Form>
  )
}
