import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import type { TrackBody } from '#contracts/order-life'
import { paths } from '../../lib/paths.ts'
import { CHECK_UNAVAILABLE, useCheckLater } from '../../lib/use-check-later.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError, TextInput } from '../../ui/field.tsx'
import { askForOrder, type GuestAnswer } from './ask-for-order.ts'

const loadCheck = () => import('./check-guest.ts').then((module) => module.checkGuest)

interface GuestFormProps {
  readonly number: string
  /** Whether signing in could help. */
  readonly offersSignIn: boolean
  readonly onFound: (question: TrackBody, answer: Extract<GuestAnswer, { outcome: 'found' }>) => void
  readonly onOutage: () => void
}

/** With the e-mail address of the order, a guest gets it without an account. */
export function GuestForm({ number, offersSignIn, onFound, onOutage }: GuestFormProps) {
  const { register, handleSubmit, setError, formState } = useForm<TrackBody>({
    resolver: useCheckLater(loadCheck),
    defaultValues: { number, email: '' },
  })
  const { errors, isSubmitting } = formState

  async function ask(question: TrackBody): Promise<void> {
    const answer = await askForOrder(question)
    if (answer.outcome === 'found') return onFound(question, answer)
    if (answer.outcome === 'outage') return onOutage()
    const message = answer.outcome === 'none' ? 'No order matches this number and this email address.' : answer.message
    setError('email', { type: answer.outcome, message }, { shouldFocus: true })
  }

  return (
    <div className="grid gap-3">
      <form
        noValidate
        aria-label="Find the order by email address"
        onSubmit={(event) => void handleSubmit(ask, () => undefined)(event)}
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,26rem)_auto] sm:justify-start"
      >
        <input type="hidden" {...register('number')} />
        <Field label="Email of the order" error={errors.email?.message} required>
          <TextInput
            {...register('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" disabled={isSubmitting} className="sm:mt-[1.6875rem]">
          {isSubmitting ? 'Looking...' : 'Find My Order'}
        </Button>
        <FieldError
          message={
            errors.root?.type === CHECK_UNAVAILABLE ? 'Something went wrong. Please try again.' : errors.number?.message
          }
        />
      </form>
      {offersSignIn && (
        <p>
          Have an account?{' '}
          <Link
            to={paths.login()}
            state={{ returnTo: paths.track({ order: number }) }}
            className="text-link font-semibold"
          >
            Sign in
          </Link>{' '}
          to see your orders here.
        </p>
      )}
    </div>
  )
}
