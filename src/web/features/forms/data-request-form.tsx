import { VERIFICATION_WORDS } from '#contracts/form-words'
import { SHOP_CONTACT } from '../../lib/shop-contact.ts'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { toast } from '../../ui/toast.tsx'
import { REQUEST_TYPES } from './data-request-types.ts'
import type { DataRequestFields } from './form-fields.ts'
import { FormFrame } from './form-frame.tsx'
import { sendDataRequest, type AcceptedRequest } from './send-data-request.ts'
import { useMessageForm } from './use-message-form.ts'

const loadSchema = () => import('#contracts/messages').then((contract) => contract.DataRequestBody)

const BLANK = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  requestType: '',
  description: '',
  verificationMethod: 'email',
} as unknown as DataRequestFields
const TYPES = [
  { value: '', label: 'Select a request type' },
  ...REQUEST_TYPES.map(({ value, label, description }) => ({ value, label: `${label}: ${description}` })),
]
const METHODS = [
  { value: 'email', label: VERIFICATION_WORDS.email, description: 'A link to your address.' },
  { value: 'phone', label: VERIFICATION_WORDS.phone, description: 'We call a number of your account or an order.' },
  { value: 'mail', label: VERIFICATION_WORDS.mail, description: 'A letter with a code, to an address we know.' },
]

/** The privacy request (specification 2, sections 2, 3, 5 and 8). */
export function DataRequestForm({ onSent }: { readonly onSent: (accepted: AcceptedRequest) => void }) {
  const form = useMessageForm({
    name: 'data-request',
    blank: BLANK,
    schema: loadSchema,
    send: sendDataRequest,
    onSent(accepted) {
      toast({
        title: 'Request Submitted Successfully',
        description: 'Your request will be processed within 45 days. We will contact you via your preferred method.',
      })
      onSent(accepted)
    },
    failure: {
      title: 'Submission Failed',
      description: `Please try again or contact us directly at ${SHOP_CONTACT.email}.`,
    },
  })
  const { register, errorOf, watch } = form
  const chosen = REQUEST_TYPES.find(({ value }) => value === watch('requestType'))

  return (
    <FormFrame
      label="Data privacy request"
      form={form}
      submit="Submit Request"
      submitting="Submitting..."
      note="Answered within 45 days."
    >
      <ContactField {...register('firstName')} error={errorOf('firstName')} />
      <ContactField {...register('lastName')} error={errorOf('lastName')} />
      <ContactField {...register('email')} error={errorOf('email')} hint="The address we know you by." />
      <ContactField {...register('phone')} error={errorOf('phone')} optional />
      <Field
        label="Request Type"
        hint={chosen?.description}
        error={errorOf('requestType')}
        required
        className="sm:col-span-2"
      >
        <Select {...register('requestType')} options={TYPES} />
      </Field>
      <Field
        label="Description"
        hint="At least 10 characters: what it is about, and from when."
        error={errorOf('description')}
        required
        className="sm:col-span-2"
      >
        <TextArea grows {...register('description')} maxLength={5000} />
      </Field>
      <RadioGroup
        legend="Verification Method"
        options={METHODS}
        defaultValue="email"
        error={errorOf('verificationMethod')}
        {...register('verificationMethod')}
        className="sm:col-span-2 sm:[&>div:first-of-type]:grid-cols-3"
      />
    </FormFrame>
  )
}
