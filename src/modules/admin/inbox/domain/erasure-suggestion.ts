import type { PersonMatcher } from './person-matcher.ts'
import type { Message } from './message.ts'

/**
 * A message that reads as if it named a person whose data was deleted. Nothing of it is proved: anybody can type
 * anybody's name, phone number and street. So staff look at it and decide.
 */
export interface ErasureSuggestion {
  /** "ES-<request's number>-<message's letters>": one message is suggested once for a request. */
  readonly reference: string
  /** The privacy request, "DR-…". */
  readonly request: string
  /** The message, "MSG-…". */
  readonly message: string
  /** erase: the message has no address and may be the person's own. blank: it is somebody else's and mentions them. */
  readonly action: 'erase' | 'blank'
  /** The pieces of the message that read like the person; none once it is decided. */
  readonly matched: readonly string[]
  readonly state: 'open' | 'confirmed' | 'refused'
  readonly receivedAt: Date
  /** Until when the privacy request must be answered. */
  readonly dueAt: Date
}

export type SuggestionDecision = 'confirm' | 'refuse'

/** What staff should decide about a message; null when nothing in it reads like the person. */
export function suggestErasure(
  message: Message,
  matcher: PersonMatcher,
  request: { readonly reference: string; readonly dueAt: Date; readonly now: Date },
): ErasureSuggestion | null {
  const texts = textsOf(message)
  const matched = matcher.find(texts)
  if (matched.length === 0) return null
  const action = message.email === null && matcher.suggestsWriter(texts) ? 'erase' : 'blank'
  return {
    reference: `ES-${request.reference.replace('DR-', '')}-${message.reference.replace('MSG-', '')}`,
    request: request.reference,
    message: message.reference,
    action,
    matched,
    state: 'open',
    receivedAt: request.now,
    dueAt: request.dueAt,
  }
}

function textsOf({ from, subject, fields, notes, replies }: Message): string[] {
  return [from, subject, ...fields.map(({ value }) => value), ...[...notes, ...replies].map(({ text }) => text)]
}

/** Replaces a text that was blanked. */
const BLANKED = '[erased]'

/** The words of a message with these pieces blanked. */
export function withoutPieces({ from, subject, fields, notes, replies }: Message, pieces: readonly string[]) {
  // A piece may stand in a longer one, of which it would leave the rest.
  const longestFirst = pieces.toSorted((a, b) => b.length - a.length)
  const blank = (text: string) => longestFirst.reduce((rest, piece) => rest.replaceAll(piece, BLANKED), text)
  return {
    from: blank(from),
    subject: blank(subject),
    fields: fields.map(({ label, value }) => ({ label, value: blank(value) })),
    notes: notes.map(({ at, text }) => ({ at, text: blank(text) })),
    replies: replies.map((reply) => ({ ...reply, text: blank(reply.text) })),
  }
}
