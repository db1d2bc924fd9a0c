import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import type { Accepted, SupportFields } from './form-fields.ts'
import { FormFrame, Reference, SentNote } from './form-frame.tsx'
import { replyTime } from './reply-time.ts'
import { sendMessage } from './send-message.ts'
import { useMessageForm } from './use-message-form.ts'

const loadSchema = () => import('#contracts/messages').then((contract) => contract.SupportTicket)

const BLANK: SupportFields = { name: '', email: '', category: '', subject: '', message: '' }
const CATEGORIES = [
  { value: '', label: 'Choose a category' },
  { value: 'technical', label: 'Technical problem' },
  { value: 'orders', label: 'Orders and shipping' },
  { value: 'billing', label: 'Billing' },
  { value: 'returns', label: 'Returns and exchanges' },
  { value: 'product', label: 'Product information' },
  { value: 'other', label: 'Something else' },
] as const

/** The support ticket (specification 2, sections 2, 3 and 9: answered within 4 hours). */
export function SupportForm() {
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  const form = useMessageForm({
    name: 'support',
    blank: BLANK,
    schema: loadSchema,
    send: (checked) => sendMessage({ form: 'support', ...checked }),
    onSent: setAccepted,
    failure: { title: 'Ticket not sent', description: 'Nothing you typed is lost. Please try again in a moment.' },
  })
  const { register, errorOf } = form

  if (accepted !== null) {
    return (
      <SentNote
        title="Your ticket is open"
        actions={
          <Button variant="quiet" onClick={() => setAccepted(null)}>
            Submit another ticket
          </Button>
        }
      >
        <p>
          Your reference number is <Reference>{accepted.reference}</Reference>.
        </p>
        <p>
          A technician replies within 4 hours: by {replyTime(accepted.replyBy)} at the latest. A copy is on its way to
          your inbox.
        </p>
      </SentNote>
    )
  }
  return (
    <FormFrame
      label="Support ticket"
      form={form}
      submit="Submit Ticket"
      submitting="Submitting..."
      note="We reply within 4 hours."
    >
      <Field label="Name" error={errorOf('name')} required>
        <TextInput {...register('name')} autoComplete="name" />
      </Field>
      <Field label="Email" error={errorOf('email')} required>
        <TextInput
          {...register('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Category" error={errorOf('category')} optional>
        <Select {...register('category')} options={CATEGORIES} />
      </Field>
      <Field label="Subject" error={errorOf('subject')} required>
        <TextInput {...register('subject')} maxLength={200} autoComplete="off" />
      </Field>
      <Field
        label="Message"
        hint="Model, what you see on the display, and what you tried. An order number helps."
        error={errorOf('message')}
        required
        className="sm:col-span-2"
      >
        <TextArea grows {...register('message')} maxLength={5000} />
      </Field>
    </FormFrame>
  )
}
