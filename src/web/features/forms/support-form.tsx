import { SUPPORT_CATEGORY_WORDS, optionsOf } from '#contracts/form-words'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import type { SupportFields } from './form-fields.ts'
import { MessageForm } from './message-form.tsx'
import { sendMessage } from './send-message.ts'

const loadSchema = () => import('#contracts/messages').then((contract) => contract.SupportTicket)

const BLANK: SupportFields = { name: '', email: '', category: '', subject: '', message: '' }
const CATEGORIES = optionsOf(SUPPORT_CATEGORY_WORDS, 'Choose a category')

/** The support ticket (specification 2, sections 2, 3 and 9: answered within 4 hours). */
export function SupportForm() {
  return (
    <MessageForm
      name="support"
      blank={BLANK}
      schema={loadSchema}
      send={(checked) => sendMessage({ form: 'support', ...checked })}
      label="Support ticket"
      submit="Submit Ticket"
      submitting="Submitting..."
      note="We reply within 4 hours."
      failureTitle="Ticket not sent"
      sent={{
        title: 'Your ticket is open',
        again: 'Submit another ticket',
        description: (replyBy) =>
          `A technician replies within 4 hours: by ${replyBy} at the latest. A copy is on its way to your inbox.`,
      }}
    >
      {({ register, errorOf }) => (
        <>
          <ContactField {...register('name')} error={errorOf('name')} />
          <ContactField {...register('email')} error={errorOf('email')} />
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
        </>
      )}
    </MessageForm>
  )
}
