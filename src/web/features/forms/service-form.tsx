import { SERVICE_TYPE_WORDS, optionsOf } from '#contracts/form-words'
import { loadServiceRequest } from './dated-forms.ts'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import type { ServiceFields } from './form-fields.ts'
import { MessageForm } from './message-form.tsx'
import { sendMessage } from './send-message.ts'

const BLANK = {
  name: '',
  email: '',
  phone: '',
  company: '',
  address: '',
  equipment: '',
  serviceType: '',
  preferredDate: '',
  message: '',
} as unknown as ServiceFields

const SERVICES = optionsOf(SERVICE_TYPE_WORDS, 'Choose a service')

/** Asks for a technician's visit (specification 2, sections 3 and 5). */
export function ServiceForm() {
  return (
    <MessageForm
      name="service"
      blank={BLANK}
      schema={loadServiceRequest}
      send={(checked) => sendMessage({ form: 'service', ...checked })}
      label="Schedule a service"
      submit="Schedule Service"
      submitting="Sending..."
      note="We reply within 24 hours with a time."
      failureTitle="Request not sent"
      sent={{
        title: 'Your request has arrived',
        again: 'Schedule another service',
        description: (replyBy) =>
          `We reply by ${replyBy} with a time and a fixed price. Nothing is booked before you say yes.`,
      }}
    >
      {({ register, errorOf }) => (
        <>
          <ContactField {...register('name')} error={errorOf('name')} />
          <ContactField {...register('email')} error={errorOf('email')} />
          <ContactField {...register('phone')} error={errorOf('phone')} />
          <ContactField {...register('company')} error={errorOf('company')} optional />
          <Field label="Service Address" error={errorOf('address')} required className="sm:col-span-2">
            <TextInput {...register('address')} autoComplete="street-address" maxLength={300} />
          </Field>
          <Field label="Service Type" error={errorOf('serviceType')} required>
            <Select {...register('serviceType')} options={SERVICES} />
          </Field>
          <Field label="Preferred Date" error={errorOf('preferredDate')} optional>
            <TextInput {...register('preferredDate')} type="date" />
          </Field>
          <Field
            label="Equipment"
            hint="Brand and model, and how many."
            error={errorOf('equipment')}
            required
            className="sm:col-span-2"
          >
            <TextInput {...register('equipment')} maxLength={300} autoComplete="off" />
          </Field>
          <Field label="Message" error={errorOf('message')} optional className="sm:col-span-2">
            <TextArea grows {...register('message')} rows={4} maxLength={5000} />
          </Field>
        </>
      )}
    </MessageForm>
  )
}
