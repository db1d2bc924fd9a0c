import type { z } from 'zod'
import { formatDateTime } from '#brand'
import {
  INQUIRY_TYPE_WORDS,
  SERVICE_TYPE_WORDS,
  SUPPORT_CATEGORY_WORDS,
  VERIFICATION_WORDS,
} from '#contracts/form-words'
import type { InboxEntry as InboxEntryContract, MessageBody } from '#contracts/messages'
import type { InboxEntry, Message, ReceivedMessage, SavedReply } from '#modules/admin'

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

const EMAIL_ADDRESS = /^[^\s<>@,;:"]+@[^\s<>@,;:"]+\.[^\s<>@,;:".]+$/

/** Turns a submitted form into the message that the inbox stores, with every field that was filled in. */
export function toReceivedMessage(form: Form): ReceivedMessage {
  const fields = fieldsOf(form)
  switch (form.form) {
    case 'warranty': {
      const contact = form.contactInfo.toLowerCase()
      const email = EMAIL_ADDRESS.test(contact) ? contact : null
      return {
        kind: 'warranty',
        from: form.contactInfo,
        email,
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

const REQUESTS = {
  access: 'Access to personal information',
  delete: 'Deletion of personal information',
  correct: 'Correction of personal information',
  'opt-out-sale': 'Opt-out of sale',
  'opt-out-marketing': 'Opt-out of marketing',
  'data-portability': 'Data portability',
  other: 'Other privacy request',
} as const

/** A suggestion of erasure, with the message that it is about. */
function presentSuggestion({ suggestion, message }: Extract<InboxEntry, { kind: 'erasure' }>): InboxEntryContract {
  const { reference, request, action, matched, state, receivedAt, dueAt } = suggestion
  return {
    id: reference,
    kind: 'erasure',
    reference,
    from: message?.from ?? '',
    email: null,
    subject: `Message ${suggestion.message} may name a deleted person`,
    fields: [
      { label: 'Subject', value: message?.subject ?? '' },
      ...(message?.fields ?? []).map((field) => ({ ...field })),
      ...(message?.notes ?? []).map(({ text }) => ({ label: 'Note', value: text })),
    ],
    state: state === 'open' ? 'open' : 'closed',
    suggestion: {
      request,
      message: suggestion.message,
      action,
      matched: [...matched],
      decision: state === 'open' ? null : state,
    },
    assignee: null,
    assigneeId: null,
    version: 0,
    ...threadOf({ notes: [], replies: [], receivedAt, dueAt }),
  }
}

export function presentInboxEntry(entry: InboxEntry): InboxEntryContract {
  if (entry.kind === 'erasure') return presentSuggestion(entry)
  if (entry.kind === 'message') {
    const { reference, kind, from, email, subject, fields, state, assignee, assigneeId, version } = entry.message
    return {
      id: reference,
      kind,
      reference,
      from,
      email,
      subject,
      fields: fields.map((field) => ({ ...field })),
      state,
      assignee,
      assigneeId,
      version,
      ...threadOf(entry.message),
    }
  }
  const { request } = entry
  const {
    reference,
    firstName,
    lastName,
    email,
    phone,
    requestType,
    description,
    verificationMethod,
    verifiedAt,
    fulfilledAt,
    state,
    assignee,
    assigneeId,
    version,
  } = request
  const details: [string, string | null][] = [
    ['Request', REQUESTS[requestType]],
    ['Description', description],
    ['Email', email],
    ['Phone', phone],
    ['Contact by', VERIFICATION_WORDS[verificationMethod]],
    ['Confirmed by the person', verifiedAt === null ? 'not yet' : formatDateTime(verifiedAt)],
    ['Done by the shop itself', fulfilledAt === null ? null : formatDateTime(fulfilledAt)],
  ]
  return {
    id: reference,
    kind: 'privacy',
    reference,
    from: `${firstName} ${lastName}`,
    email,
    subject: REQUESTS[requestType],
    fields: details.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }])),
    state,
    assignee,
    assigneeId,
    version,
    ...threadOf(request),
  }
}

interface Thread extends Pick<Message, 'notes' | 'replies'> {
  readonly receivedAt: Date
  readonly dueAt: Date
}

function threadOf({ notes, replies, receivedAt, dueAt }: Thread) {
  return {
    notes: notes.map(({ at, text }) => ({ at: at.toISOString(), text })),
    replies: replies.map(({ at, ...reply }) => ({ ...reply, at: at.toISOString() })),
    receivedAt: receivedAt.toISOString(),
    dueAt: dueAt.toISOString(),
  }
}

export function presentSavedReply({ changedAt, ...reply }: SavedReply) {
  return { ...reply, changedAt: changedAt.toISOString() }
}
