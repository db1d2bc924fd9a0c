import { Link } from 'react-router-dom'
import type { SessionBody } from '#contracts/identity'
import { paths } from '../../lib/paths.ts'
import { api, ApiError } from '../../lib/api-client.ts'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { Form, OfflineNote, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { LegalLink } from './legal-link.tsx'

const loadSchema = () => import('#contracts/identity').then(({ LoginBody }) => LoginBody)

interface SignInFormProps {
  /** Called with the token of the new session. */
  readonly onSignedIn: (token: string) => Promise<void>
  /** What the link to sign-up carries on: where to return. */
  readonly linkState: unknown
}

/** Email and password (specification 2, sections 2, 5 and 8). What was typed survives a failure. */
export function SignInForm({ onSignedIn, linkState }: SignInFormProps) {
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { email: '', password: '' },
    isPrerendered: true,
    send: (credentials) => api<SessionBody>('/api/login', { method: 'POST', body: credentials }),
    async onSent({ token }) {
      await onSignedIn(token)
      toast({ title: 'Login successful!', description: 'Welcome back to Superprinter!' })
    },
    failure: (error) =>
      error instanceof ApiError && (error.status < 500 || error.body !== null)
        ? { title: 'Login failed', description: error.body?.message || 'Invalid email or password' }
        : { title: 'Error', description: 'Something went wrong. Please try again.' },
  })
  const { register, errorOf } = form

  return (
    <Form form={form} className="grid gap-5">
      <ContactField {...register('email')} error={errorOf('email')} autoComplete="username" />
      <PasswordField
        label="Password"
        error={errorOf('password')}
        {...register('password')}
        autoComplete="current-password"
      />
      <div>
        <OfflineNote action="sign in" className="not-empty:mb-4" />
        <SubmitButton size="large" wide sending="Signing in...">
          Sign In
        </SubmitButton>
      </div>
      <p className="text-center">
        Don't have an account?{' '}
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
