import { formatDateTime } from '#brand'
import { VERIFICATION_WORDS } from '#contracts/form-words'
import type { InboxEntry as InboxEntryContract } from '#contracts/inbox'
import type { InboxEntry, Message, SavedReply } from '#modules/admin'

type Entry<Kind extends InboxEntry['kind']> = Extract<InboxEntry, { kind: Kind }>

/** A message, a privacy request or a suggestion of erasure, as staff read it. */
export function presentInboxEntry(entry: InboxEntry): InboxEntryContract {
  switch (entry.kind) {
    case 'message':
      return presentMessage(entry)
    case 'privacy':
      return presentPrivacyRequest(entry)
    case 'erasure':
      return presentSuggestion(entry)
  }
}

function presentMessage({ message }: Entry<'message'>): InboxEntryContract {
  const { reference, kind, from, email, subject, fields, state, assignee, assigneeId, version } = message
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
    ...threadOf(message),
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

function presentPrivacyRequest({ request }: Entry<'privacy'>): InboxEntryContract {
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
    failure,
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
    ...(failure !== null && {
      failure: { ...failure, at: failure.at.toISOString(), isErasure: requestType === 'delete' },
    }),
    state,
    assignee,
    assigneeId,
    version,
    ...threadOf(request),
  }
}

/** A suggestion of erasure, with the message that it is about. */
function presentSuggestion({ suggestion, message }: Entry<'erasure'>): InboxEntryContract {
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

type Thread = Pick<Message, 'notes' | 'replies' | 'receivedAt' | 'dueAt'>

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
