import { INQUIRY_TYPE_WORDS, optionsOf } from '#contracts/form-words'
import { CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { deleteDraft, readDraft, saveDraft } from '../../lib/drafts.ts'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { ContactField } from '../../ui/form/contact-field.tsx'
import { Note } from '../../ui/note.tsx'
import type { ContactFields } from './form-fields.ts'
import { FormFrame } from './form-frame.tsx'
import { sendMessage } from './send-message.ts'
import { useAccepted } from './use-accepted.ts'
import { useMessageForm } from './use-message-form.ts'

const loadSchema = () => import('#contracts/messages').then((contract) => contract.ContactMessage)

/** How long the banner of success stays, in ms (specification 2, section 9). */
const BANNER_MS = 5000

/** Which link filled in the form last. */
const LINK_KEY = 'contact-link'

const BLANK: ContactFields = { name: '', email: '', phone: '', company: '', inquiryType: '', subject: '', message: '' }

const TOPICS = optionsOf(INQUIRY_TYPE_WORDS, 'Choose a topic')

interface ContactFormProps {
  /** Values from the link that the visitor followed. */
  readonly inquiryType?: string
  readonly subject?: string
}

/**
 * The message form (specification 2, sections 2, 4 and 5). Once sent, it clears itself and shows a confirmation for
 * five seconds.
 */
export function ContactForm({ inquiryType, subject }: ContactFormProps) {
  const { accepted, accept, forget } = useAccepted()
  const form = useMessageForm({
    name: 'contact',
    blank: BLANK,
    schema: loadSchema,
    send: (checked) => sendMessage({ form: 'contact', ...checked }),
    onSent(answer) {
      deleteDraft(LINK_KEY)
      accept(answer)
    },
    failure: { title: 'Message not sent', description: 'Nothing you typed is lost. Please try again in a moment.' },
  })
  const { register, errorOf, setValue } = form

  // A link's values replace what was typed, but only once: after a reload the visitor's own words stay.
  useEffect(() => {
    const link = JSON.stringify({ subject, inquiryType })
    if (readDraft(LINK_KEY, String) === link) return
    saveDraft(LINK_KEY, link)
    if (subject !== undefined) setValue('subject', subject)
    if (isInquiryType(inquiryType)) setValue('inquiryType', inquiryType)
  }, [subject, inquiryType, setValue])

  const hideBanner = useEffectEvent(forget)
  useEffect(() => {
    if (accepted === null) return
    const timer = setTimeout(() => hideBanner(), BANNER_MS)
    return () => clearTimeout(timer)
  }, [accepted])

  return (
    <div className="grid gap-5">
      <FormFrame
        label="Contact"
        form={form}
        submit="Send Message"
        submitting="Sending..."
        note="We reply within 24 hours."
      >
        <ContactField {...register('name')} error={errorOf('name')} />
        <ContactField {...register('email')} error={errorOf('email')} />
        <ContactField {...register('phone')} error={errorOf('phone')} optional />
        <ContactField {...register('company')} error={errorOf('company')} optional />
        <Field label="Inquiry Type" error={errorOf('inquiryType')} optional className="sm:col-span-2">
          <Select {...register('inquiryType')} options={TOPICS} />
        </Field>
        <Field label="Subject" error={errorOf('subject')} required className="sm:col-span-2">
          <TextInput {...register('subject')} maxLength={200} autoComplete="off" />
        </Field>
        <Field label="Message" error={errorOf('message')} required className="sm:col-span-2">
          <TextArea grows {...register('message')} maxLength={5000} />
        </Field>
      </FormFrame>
      {/* Beside the button, which is all that a visitor sees of the form by then. */}
      <div role="status" className="empty:-mt-5">
        {accepted !== null && (
          <Note tone="success" className="flex gap-3">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            <span>
              <strong>Thank you! Your message has been sent.</strong> We reply within 24 hours. Your reference is{' '}
              <span className="whitespace-nowrap">{accepted.reference}</span>.
            </span>
          </Note>
        )}
      </div>
    </div>
  )
}

function isInquiryType(type: string | undefined): type is NonNullable<ContactFields['inquiryType']> {
  return type !== undefined && type !== '' && TOPICS.some(({ value }) => value === type)
}
