import type { PrivacyRequest } from '#modules/identity'
import type { ErasureSuggestion, SuggestionDecision } from './domain/erasure-suggestion.ts'
import type { InboxChange, InboxState, Message, MessageKind, ReceivedMessage } from './domain/message.ts'
import type { Actor } from '../audit/audit.api.ts'

export type { SuggestionDecision } from './domain/erasure-suggestion.ts'
export type { InboxChange, Message, ReceivedMessage } from './domain/message.ts'

export type InboxEntry =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'privacy'; readonly request: PrivacyRequest }
  /** The message as it is now; null when it is no longer kept. */
  | { readonly kind: 'erasure'; readonly suggestion: ErasureSuggestion; readonly message: Message | null }

export interface InboxQuery {
  readonly state?: InboxState
  readonly kind?: MessageKind | 'privacy' | 'erasure'
  readonly limit: number
  readonly offset: number
}

/** What visitors write to the shop, and what staff do with it. */
export interface Inbox {
  /** Stores a visitor's form. Staff and, if there is an address, the visitor get a mail about it. */
  receive(message: ReceivedMessage): Promise<Message>
  /** Messages, privacy requests and suggestions of erasure, newest first. `total` counts the matches over all pages. */
  list(query: InboxQuery): Promise<{ readonly entries: readonly InboxEntry[]; readonly total: number }>
  /** How many entries are open, and how many of them should have been answered by now. */
  countOpen(): Promise<{ readonly open: number; readonly late: number }>
  /**
   * Erases or blanks the message of a suggestion, or leaves it as it is. @throws AppError `not-found`
   * @throws SuggestionDecided when it was decided before
   */
  decide(reference: string, decision: SuggestionDecision, by: Actor): Promise<InboxEntry>
  /** Assigns, annotates, answers or closes an entry by its reference. @throws AppError `not-found` */
  change(reference: string, change: InboxChange, by: Actor): Promise<InboxEntry>
}
