import { useForm, type FieldErrors } from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { LoginBody, SessionBody } from '#contracts/identity'
import { paths } from '../../lib/paths.ts'
import { api, ApiError } from '../../lib/api-client.ts'
import { showServerFields } from '../../lib/server-fields.ts'
import { CHECK_UNAVAILABLE, useCheckLater } from '../../lib/use-check-later.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { LegalLink } from './legal-link.tsx'

const loadCheck = () => import('./check-accounts.ts').then((module) => module.checkSignIn)

interface SignInFormProps {
  /** Called with the token of the new session. */
  readonly onSignedIn: (token: string) => Promise<void>
  /** What the link to sign-up carries on: where to return. */
  readonly linkState: unknown
}

/** E-mail and password (specification 2, sections 2, 5 and 8). What was typed survives a failure. */
export function SignInForm({ onSignedIn, linkState }: SignInFormProps) {
  // Without default values the form takes what the browser filled in before the script was there.
  const { register, handleSubmit, setError, formState } = useForm<LoginBody>({ resolver: useCheckLater(loadCheck) })
  const { errors, isSubmitting } = formState
  const isHydrated = useHydrated()

  async function signIn(credentials: LoginBody): Promise<void> {
    try {
      const { token } = await api<SessionBody>('/api/login', { method: 'POST', body: credentials })
      await onSignedIn(token)
      toast({ title: 'Login successful!', description: 'Welcome back to Superprinter!' })
    } catch (error) {
      if (error instanceof ApiError && (error.status < 500 || error.body !== null)) {
        toast({
          title: 'Login failed',
          description: error.body?.message || 'Invalid email or password',
          variant: 'destructive',
        })
        showServerFields(error, ['email', 'password'], setError)
      } else {
        sayFailed()
      }
    }
  }

  function sayFailed(): void {
    toast({ title: 'Error', description: 'Something went wrong. Please try again.', variant: 'destructive' })
  }

  function sayUnchecked(found: FieldErrors<LoginBody>): void {
    if (found.root?.type === CHECK_UNAVAILABLE) sayFailed()
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void handleSubmit(signIn, sayUnchecked)(event)}
      className="grid gap-5"
    >
      <Field label="Email" error={errors.email?.message} required>
        <TextInput
          {...register('email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <PasswordField
        label="Password"
        error={errors.password?.message}
        {...register('password')}
        autoComplete="current-password"
      />
      {/* Before the script is there the button does nothing, rather than send the form to a page that takes none. */}
      <Button type={isHydrated ? 'submit' : 'button'} size="large" wide disabled={isSubmitting}>
        {isSubmitting ? 'Signing in...' : 'Sign In'}
      </Button>
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
    </form>
  )
}
