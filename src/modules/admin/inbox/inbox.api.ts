import type { PrivacyRequest } from '#modules/identity'
import type { InboxChange, InboxState, Message, MessageKind, ReceivedMessage } from './domain/message.ts'

export type { InboxChange, Message, ReceivedMessage } from './domain/message.ts'

export type InboxEntry =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'privacy'; readonly request: PrivacyRequest }

export interface InboxQuery {
  readonly state?: InboxState
  readonly kind?: MessageKind | 'privacy'
  readonly limit: number
  readonly offset: number
}

/** What visitors write to the shop, and what staff do with it. */
export interface Inbox {
  /** Stores a visitor's form. Staff and, if there is an address, the visitor get a mail about it. */
  receive(message: ReceivedMessage): Promise<Message>
  /** Messages and privacy requests, newest first. `total` counts the matches over all pages. */
  list(query: InboxQuery): Promise<{ readonly entries: readonly InboxEntry[]; readonly total: number }>
  /** Assigns, annotates, answers or closes an entry by its reference. @throws AppError `not-found` */
  change(reference: string, change: InboxChange, address: string): Promise<InboxEntry>
}
