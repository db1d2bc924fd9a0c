import { Link } from 'react-router-dom'
import type { TrackBody } from '#contracts/order-life'
import { paths } from '../../lib/paths.ts'
import { FieldError } from '../../ui/field.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { formDraft } from '../../lib/drafts.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { askForOrder, type GuestAnswer } from './ask-for-order.ts'

const loadSchema = () => import('#contracts/order-life').then((contract) => contract.TrackBody)

interface GuestFormProps {
  readonly number: string
  /** Whether signing in could help. */
  readonly offersSignIn: boolean
  readonly onFound: (question: TrackBody, answer: Extract<GuestAnswer, { outcome: 'found' }>) => void
  readonly onOutage: () => void
}

/** With the email address of the order, a guest gets it without an account. */
export function GuestForm({ number, offersSignIn, onFound, onOutage }: GuestFormProps) {
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { number, email: '' },
    draft: formDraft('guest', { email: '' }),
    async send(question) {
      const answer = await askForOrder(question)
      if (answer.outcome === 'outage') throw new Error('Orders cannot be looked up')
      return { question, answer }
    },
    onSent({ question, answer }) {
      if (answer.outcome === 'found') return onFound(question, answer)
      const message =
        answer.outcome === 'none' ? 'No order matches this number and this email address.' : answer.message
      setError('email', { type: answer.outcome, message }, { shouldFocus: true })
    },
    failure() {
      onOutage()
      return null
    },
  })
  const { register, setError, errorOf } = form

  return (
    <div className="grid gap-3">
      <Form
        form={form}
        aria-label="Find the order by email address"
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,26rem)_auto] sm:justify-start"
      >
        <input type="hidden" {...register('number')} />
        <ContactField {...register('email')} error={errorOf('email')} label="Email of the order" />
        <SubmitButton sending="Looking..." className="sm:mt-[1.6875rem]">
          Find My Order
        </SubmitButton>
        <FieldError message={errorOf('number')} />
      </Form>
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
