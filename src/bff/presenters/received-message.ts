import type { z } from 'zod'
import { email } from '#contracts/common'
import { INQUIRY_TYPE_WORDS, SERVICE_TYPE_WORDS, SUPPORT_CATEGORY_WORDS } from '#contracts/form-words'
import type { MessageBody } from '#contracts/messages'
import type { ReceivedMessage } from '#modules/admin'

type Form = z.output<typeof MessageBody>

/** The labels of the four forms' fields, in the forms' order. */
const LABELS = {
  support: { name: 'Name', email: 'Email', subject: 'Subject', category: 'Category', message: 'Message' },
  contact: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    inquiryType: 'Inquiry type',
    subject: 'Subject',
    message: 'Message',
  },
  warranty: {
    serialNumber: 'Serial number',
    purchaseDate: 'Purchase date',
    issueDescription: 'Issue',
    contactInfo: 'Contact information',
  },
  service: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    address: 'Address',
    equipment: 'Equipment',
    serviceType: 'Service type',
    preferredDate: 'Preferred date',
    message: 'Message',
  },
} as const

/** The fields that hold a choice, with what the form calls each. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  category: SUPPORT_CATEGORY_WORDS,
  inquiryType: INQUIRY_TYPE_WORDS,
  serviceType: SERVICE_TYPE_WORDS,
}

function fieldsOf(form: Form): { label: string; value: string }[] {
  const values: Readonly<Record<string, string | null>> = form
  return Object.entries(LABELS[form.form]).flatMap(([field, label]) => {
    const value = values[field] ?? ''
    return value === '' ? [] : [{ label, value: CHOICES[field]?.[value] ?? value }]
  })
}

/** What mails can be sent to, as in the other forms. */
const EmailAddress = email()

/**
 * The first email address in what somebody typed, who may have typed a name or a phone number beside it; null without. A
 * comma within a word is a dot that was meant: what follows it would be the address of somebody else.
 */
function emailIn(text: string): string | null {
  for (const word of text.split(/[\s<>()[\]:"]+/)) {
    const { data } = EmailAddress.safeParse(word.replace(/[.,;]$/, ''))
    if (data !== undefined) return data
  }
  return null
}

/** Turns a submitted form into the message that the inbox stores, with every field that was filled in. */
export function toReceivedMessage(form: Form): ReceivedMessage {
  const fields = fieldsOf(form)
  switch (form.form) {
    case 'warranty': {
      return {
        kind: 'warranty',
        from: form.contactInfo,
        email: emailIn(form.contactInfo),
        subject: `Warranty claim for ${form.serialNumber}`,
        fields,
      }
    }
    case 'service':
      return {
        kind: 'service',
        from: form.name,
        email: form.email,
        subject: `${SERVICE_TYPE_WORDS[form.serviceType]} of ${form.equipment}`,
        fields,
      }
    default:
      return { kind: form.form, from: form.name, email: form.email, subject: form.subject, fields }
  }
}
