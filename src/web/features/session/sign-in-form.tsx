import { Link } from 'react-router-dom'
import type { SessionBody } from '#contracts/identity'
import { paths } from '../../lib/paths.ts'
import { api, ApiError } from '../../lib/api-client.ts'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { codeDraft } from './code-steps.ts'
import { LegalLink } from './legal-link.tsx'

const loadSchema = () => import('#contracts/identity').then(({ LoginBody }) => LoginBody)

const FORGOTTEN = 'Forgot your password?'
const forgottenClass = 'text-link inline-flex min-h-11 items-center text-sm font-semibold'

interface SignInFormProps {
  /** Called with the token of the new session. */
  readonly onSignedIn: (token: string) => Promise<void>
  /** What the link to sign-up carries on: where to return. */
  readonly linkState: unknown
  /** Where sign-in has no page of its own: leads to the sign-in by code in its place. */
  readonly onForgotten?: () => void
  /** Called when the password was wrong, before a way without it is offered. */
  readonly onRefused?: () => void
}

/** Email and password (specification 2, sections 2, 5 and 8). What was typed survives a failure. */
export function SignInForm({ onSignedIn, linkState, onForgotten, onRefused }: SignInFormProps) {
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { email: '', password: '' },
    isPrerendered: true,
    send: (credentials) => api<SessionBody>('/api/login', { method: 'POST', body: credentials }),
    async onSent({ token }) {
      await onSignedIn(token)
      toast({ title: 'Login successful!', description: 'Welcome back to Superprinter!' })
    },
    failure(error) {
      if (!(error instanceof ApiError) || (error.status !== 401 && error.body === null))
        return { title: 'Error', description: 'Something went wrong. Please try again.' }
      const failure = { title: 'Login failed', description: error.body?.message || 'Invalid email or password' }
      if (error.status !== 401 || onForgotten !== undefined) return failure
      onRefused?.()
      keepAddress()
      return { ...failure, action: { label: FORGOTTEN, to: paths.loginCode() } }
    },
  })
  const { register, errorOf, getValues } = form

  /** The next screen begins with the address that was typed here. */
  function keepAddress(): void {
    codeDraft().save({ email: getValues('email') ?? '' })
  }

  return (
    <Form form={form} className="grid gap-5">
      <ContactField {...register('email')} error={errorOf('email')} autoComplete="username" />
      <PasswordField
        label="Password"
        error={errorOf('password')}
        {...register('password')}
        autoComplete="current-password"
      />
      <p className="-mt-3 flex">
        {onForgotten === undefined ? (
          <Link to={paths.loginCode()} state={linkState} onClick={keepAddress} className={forgottenClass}>
            {FORGOTTEN}
          </Link>
        ) : (
          <button
            type="button"
            onClick={() => {
              keepAddress()
              onForgotten()
            }}
            className={forgottenClass}
          >
            {FORGOTTEN}
          </button>
        )}
      </p>
      <div>
        <OfflineNote action="sign in" className="not-empty:mb-4" />
        <SubmitButton size="large" wide sending="Signing in...">
          Sign In
        </SubmitButton>
      </div>
      <p className="text-center">
        Don’t have an account?{' '}
        <Link to={paths.signup()} state={linkState} className="text-link font-semibold">
          Sign up
        </Link>
      </p>
      <p className="border-t border-line pt-4 text-center text-sm text-soft">
        By signing in, you agree to our <LegalLink to={paths.terms()}>Terms of Service</LegalLink> and{' '}
        <LegalLink to={paths.privacy()}>Privacy Policy</LegalLink>.
      </p>
    </Form>
  )
}
