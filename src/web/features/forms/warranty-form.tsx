import { loadWarrantyClaim } from './dated-forms.ts'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import type { WarrantyFields } from './form-fields.ts'
import { MessageForm } from './message-form.tsx'
import { sendMessage } from './send-message.ts'

const BLANK: WarrantyFields = { serialNumber: '', purchaseDate: '', issueDescription: '', contactInfo: '' }

/** The warranty claim: all four fields are required (specification 2, section 5). */
export function WarrantyForm() {
  return (
    <MessageForm
      name="warranty"
      blank={BLANK}
      schema={loadWarrantyClaim}
      send={(checked) => sendMessage({ form: 'warranty', ...checked })}
      label="Warranty claim"
      submit="Submit Claim"
      submitting="Submitting..."
      note="We reply within 24 hours."
      failureTitle="Claim not sent"
      sent={{
        title: 'Your claim has arrived',
        again: 'File another claim',
        description: (replyBy) =>
          `We reply by ${replyBy} with the next step. Keep the printer, its accessories and the receipt at hand.`,
      }}
    >
      {({ register, errorOf }) => (
        <>
          <Field
            label="Serial Number"
            hint="On the label at the back or inside the front door."
            error={errorOf('serialNumber')}
            required
          >
            <TextInput
              {...register('serialNumber')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
          <Field label="Purchase Date" hint="As on your receipt or order." error={errorOf('purchaseDate')} required>
            <TextInput {...register('purchaseDate')} type="date" />
          </Field>
          <Field label="Issue Description" error={errorOf('issueDescription')} required className="sm:col-span-2">
            <TextArea grows {...register('issueDescription')} maxLength={5000} />
          </Field>
          <Field
            label="Contact Information"
            hint="Email address or phone number where we reach you."
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
        </>
      )}
    </MessageForm>
  )
}
