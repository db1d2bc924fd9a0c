import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import type { Accepted, ServiceFields } from './form-fields.ts'
import { FormFrame, Reference, SentNote } from './form-frame.tsx'
import { replyTime } from './reply-time.ts'
import { sendMessage } from './send-message.ts'
import { useMessageForm } from './use-message-form.ts'

const loadSchema = () => import('#contracts/messages').then((contract) => contract.ServiceRequest)
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

const SERVICES = [
  { value: '', label: 'Choose a service' },
  { value: 'installation', label: 'Installation' },
  { value: 'training', label: 'Training' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'repair', label: 'Repair' },
  { value: 'consultation', label: 'Consultation' },
] as const

/** Asks for a technician's visit (specification 2, sections 3 and 5). */
export function ServiceForm() {
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  const form = useMessageForm({
    name: 'service',
    blank: BLANK,
    schema: loadSchema,
    send: (checked) => sendMessage({ form: 'service', ...checked }),
    onSent: setAccepted,
    failure: { title: 'Request not sent', description: 'Nothing you typed is lost. Please try again in a moment.' },
  })
  const { register, errorOf } = form

  if (accepted !== null) {
    return (
      <SentNote
        title="Your request has arrived"
        actions={
          <Button variant="quiet" onClick={() => setAccepted(null)}>
            Schedule another service
          </Button>
        }
      >
        <p>
          Your reference number is <Reference>{accepted.reference}</Reference>.
        </p>
        <p>
          We reply by {replyTime(accepted.replyBy)} with a time and a fixed price. Nothing is booked before you say yes.
        </p>
      </SentNote>
    )
  }
  return (
    <FormFrame
      label="Schedule a service"
      form={form}
      submit="Schedule Service"
      submitting="Sending..."
      note="We reply within 24 hours with a time."
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
      <Field label="Phone" error={errorOf('phone')} required>
        <TextInput {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Field label="Company" error={errorOf('company')} optional>
        <TextInput {...register('company')} autoComplete="organization" />
      </Field>
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
    </FormFrame>
  )
}
