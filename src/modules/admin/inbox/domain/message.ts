import { HOUR_MS } from '#platform/durations'

export type MessageKind = 'support' | 'contact' | 'warranty' | 'service'
export type InboxState = 'open' | 'answered' | 'closed'

/** One of the forms as a visitor sent it. */
export interface ReceivedMessage {
  readonly kind: MessageKind
  /** The sender's name, as they typed it. */
  readonly from: string
  /** The address for the answer; null when the sender left only a phone number. */
  readonly email: string | null
  readonly subject: string
  /** The form's fields as label and value, in the form's order. */
  readonly fields: readonly { readonly label: string; readonly value: string }[]
}

/** The member of staff who takes care of an entry. */
export interface Assignee {
  readonly id: string
  readonly name: string
}

/** A message and its handling by staff. */
export interface Message extends ReceivedMessage {
  /** "MSG-7K3M9QXA" */
  readonly reference: string
  readonly state: InboxState
  /** The name of the person who takes care of it. */
  readonly assignee: string | null
  /** Their account; null also beside a name that was kept before accounts, and is none of them or of several. */
  readonly assigneeId: string | null
  readonly notes: readonly { readonly at: Date; readonly text: string }[]
  readonly replies: readonly Reply[]
  readonly receivedAt: Date
  readonly dueAt: Date
  /** How often it was changed: a change says which one was seen. */
  readonly version: number
}

/** An answer by mail. */
export interface Reply {
  readonly id: string
  readonly at: Date
  /** The member of staff who wrote it. */
  readonly by: string
  readonly text: string
  /** waiting: the mail server is away, and the shop tries again by itself. */
  readonly state: 'sending' | 'waiting' | 'sent' | 'failed'
  /** Why it is not sent, for staff; null when it is, or is on its way. */
  readonly problem: string | null
}

/** No thread is longer: then it is time to talk. */
export const MAX_REPLIES = 50

/** What is known of an entry should still be read by somebody. */
export const MAX_NOTES = 50

/** A change of an inbox entry by staff; absent fields stay as they are. */
export interface InboxChange {
  readonly state?: InboxState
  readonly assignee?: Assignee | null
  readonly note?: string
  /** When the answer is due. */
  readonly dueAt?: Date
  /** All replies, with the new or changed one. */
  readonly replies?: readonly Reply[]
}

/** Hours until an answer, as the shop promises (specification 2, section 9). */
const PROMISED_HOURS: Readonly<Record<MessageKind, number>> = { support: 4, contact: 24, warranty: 24, service: 24 }

/** Until when an answer is promised: 4 hours for support, 24 for the others (specification 2, section 9). */
export function replyBy(kind: MessageKind, receivedAt: Date): Date {
  return new Date(receivedAt.getTime() + PROMISED_HOURS[kind] * HOUR_MS)
}

/** Without letters and digits that are confused on the phone. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A reference that people can read out. @param randomBelow a random whole number below its argument */
export function newReference(randomBelow: (limit: number) => number): string {
  return `MSG-${Array.from({ length: 8 }, () => LETTERS[randomBelow(LETTERS.length)]).join('')}`
}
