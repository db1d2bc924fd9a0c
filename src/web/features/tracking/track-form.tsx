import { PackageSearch } from 'lucide-react'
import { useEffect } from 'react'
import type { TrackBody } from '#contracts/order-life'
import { formDraft } from '../../lib/drafts.ts'
import { Field, TextInput } from '../../ui/field.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'

const loadSchema = () => import('#contracts/order-life').then(({ TrackQuestion }) => TrackQuestion)

interface TrackFormProps {
  /** Already typed in, from the address of the page. */
  readonly initial: string
  readonly label?: string
  readonly submit?: string
  /** Whose orders are found by their number alone. */
  readonly isSignedIn: boolean
  /**
   * Looks the order up; gives what stands in its way at the email address, if anything. Both are '' when no number was
   * typed.
   */
  readonly onTrack: (question: TrackBody) => Promise<string | undefined>
}

/** The order's number or tracking number, and its email address for guests (specification 2, section 2). */
export function TrackForm({
  initial,
  label = 'Track an order',
  submit = 'Track Order',
  isSignedIn,
  onTrack,
}: TrackFormProps) {
  const form = useContractForm({
    schema: loadSchema,
    defaultValues: { number: '', email: '' },
    isPrerendered: true,
    draft: formDraft('track', { number: '', email: '' }),
    send: onTrack,
    onSent(problem) {
      if (problem !== undefined) setError('email', { type: 'answer', message: problem }, { shouldFocus: true })
    },
    failure: { title: 'Error', description: 'We cannot look up orders right now. Please try again in a moment.' },
    onInvalid() {
      if ((getValues('number') ?? '').trim() === '') void onTrack({ number: '', email: '' })
    },
  })
  const { register, setError, setValue, getValues, errorOf } = form
  useEffect(() => {
    if (initial !== '') setValue('number', initial)
  }, [initial, setValue])

  return (
    <Form form={form} aria-label={label} className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label="Order number or tracking number"
        error={errorOf('number')}
        hint="In your confirmation, such as 100001."
      >
        <TextInput
          {...register('number')}
          placeholder="ORD-123456"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
      <ContactField
        {...register('email')}
        label="Email of the order"
        hint="Not needed for orders of the account you are signed in to."
        error={errorOf('email')}
        optional={isSignedIn}
      />
      <SubmitButton size="large" sending="Looking..." className="sm:col-span-2 sm:justify-self-start">
        <PackageSearch aria-hidden="true" className="size-5" />
        {submit}
      </SubmitButton>
    </Form>
  )
}
