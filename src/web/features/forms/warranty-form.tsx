import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import type { Accepted, WarrantyFields } from './form-fields.ts'
import { FormFrame, Reference, SentNote } from './form-frame.tsx'
import { replyTime } from './reply-time.ts'
import { sendMessage } from './send-message.ts'
import { useMessageForm } from './use-message-form.ts'

const loadSchema = () => import('#contracts/messages').then((contract) => contract.WarrantyClaim)
const BLANK: WarrantyFields = { serialNumber: '', purchaseDate: '', issueDescription: '', contactInfo: '' }

/** The warranty claim: all four fields are required (specification 2, section 5). */
export function WarrantyForm() {
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  const form = useMessageForm({
    name: 'warranty',
    blank: BLANK,
    schema: loadSchema,
    send: (checked) => sendMessage({ form: 'warranty', ...checked }),
    onSent: setAccepted,
    failure: { title: 'Claim not sent', description: 'Nothing you typed is lost. Please try again in a moment.' },
  })
  const { register, errorOf } = form

  if (accepted !== null) {
    return (
      <SentNote
        title="Your claim has arrived"
        actions={
          <Button variant="quiet" onClick={() => setAccepted(null)}>
            File another claim
          </Button>
        }
      >
        <p>
          Your reference number is <Reference>{accepted.reference}</Reference>.
        </p>
        <p>
          We reply by {replyTime(accepted.replyBy)} with the next step. Keep the printer, its accessories and the
          receipt at hand.
        </p>
      </SentNote>
    )
  }
  return (
    <FormFrame
      label="Warranty claim"
      form={form}
      submit="Submit Claim"
      submitting="Submitting..."
      note="We reply within 24 hours."
    >
      <Field
        label="Serial Number"
        hint="On the label at the back or inside the front door."
        error={errorOf('serialNumber')}
        required
      >
        <TextInput {...register('serialNumber')} autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Field>
      <Field label="Purchase Date" hint="As on your receipt or order." error={errorOf('purchaseDate')} required>
        <TextInput {...register('purchaseDate')} type="date" />
      </Field>
      <Field label="Issue Description" error={errorOf('issueDescription')} required className="sm:col-span-2">
        <TextArea grows {...register('issueDescription')} maxLength={5000} />
      </Field>
      <Field
        label="Contact Information"
        hint="E-mail address or phone number where we reach you."
        error={errorOf('contactInfo')}
        required
        className="sm:col-span-2"
      >
        <TextInput
          {...register('contactInfo')}
          maxLength={200}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </FormFrame>
  )
}
