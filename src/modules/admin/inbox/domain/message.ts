import { HOUR_MS } from '#platform/time/durations'
import type { Handling } from '#platform/shared-kernel/handled-entry'

export type MessageKind = 'support' | 'contact' | 'warranty' | 'service'

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

/** A message and its handling by staff. */
export interface Message extends ReceivedMessage, Handling {
  /** "MSG-7K3M9QXA" */
  readonly reference: string
}

/** No thread is longer: then it is time to talk. */
export const MAX_REPLIES = 50

/** What is known of an entry should still be read by somebody. */
export const MAX_NOTES = 50

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
