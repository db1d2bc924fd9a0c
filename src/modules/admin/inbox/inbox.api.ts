import type { RequestOfStaff } from '#modules/identity'
import type { NoteMade } from '#platform/database/repeatable-calls'
import type { HandledState, HandlingChange } from '#platform/shared-kernel/handled-entry'
import type { ErasureSuggestion, SuggestionDecision } from './domain/erasure-suggestion.ts'
import type { SavedReply } from './domain/saved-reply.ts'
import type { Message, MessageKind, ReceivedMessage } from './domain/message.ts'
import type { Actor } from '../audit/audit.api.ts'

export type { Message, ReceivedMessage } from './domain/message.ts'
export type { SavedReply } from './domain/saved-reply.ts'

export type InboxEntry =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'privacy'; readonly request: RequestOfStaff }
  /** The message as it is now; null when it is no longer kept. */
  | { readonly kind: 'erasure'; readonly suggestion: ErasureSuggestion; readonly message: Message | null }

/** Which entries staff look for; what is left out excludes nothing. */
export interface InboxQuery {
  readonly state?: HandledState
  readonly kind?: MessageKind | 'privacy' | 'erasure'
  /** Words of reference, sender, subject or text. */
  readonly search?: string
  /** The account of the member of staff whose entries are asked for. */
  readonly assigneeId?: string
  /** Only those whose answer is late. */
  readonly isOverdue?: boolean
  readonly limit: number
  readonly offset: number
}

/** An entry as staff saw it. */
export interface SeenEntry {
  readonly reference: string
  /** Absent: whatever version it is by now. */
  readonly version?: number
}

/** What visitors write to the shop, and what staff do with it. */
export interface Inbox {
  /** Stores a visitor's form. Staff and, if there is an address, the visitor get a mail about it. */
  receive(message: ReceivedMessage, note?: NoteMade): Promise<Message>
  /**
   * Messages, privacy requests and suggestions of erasure, newest first. `total` counts the matches over all pages, up to
   * the next thousand behind the page; of all kinds together 1,000 are counted, and pages begin among these.
   */
  list(query: InboxQuery): Promise<{ readonly entries: readonly InboxEntry[]; readonly total: number }>
  /**
   * How many entries are open, and how many of them should have been answered by now; of each kind at most 1,000. `failed`
   * counts the privacy requests that the shop could not fulfill.
   */
  countOpen(): Promise<{ readonly open: number; readonly late: number; readonly failed: number }>
  /**
   * Erases or blanks the message of a suggestion, or leaves it as it is. @throws AppError `not-found`
   * @throws SuggestionDecided when it was decided before
   */
  decide(reference: string, decision: SuggestionDecision, by: Actor): Promise<InboxEntry>
  /** @throws AppError `not-found` */
  get(reference: string): Promise<InboxEntry>
  /**
   * Assigns, annotates or closes an entry, or says when its answer is due.
   * @throws AppError `not-found` @throws InboxEntryChanged when it is another version by now @throws TooManyNotes
   */
  change(seen: SeenEntry, change: Omit<HandlingChange, 'replies'>, by: Actor, noteMade?: NoteMade): Promise<InboxEntry>
  /**
   * Answers the sender: the mail goes out by a job, the reply stays with the entry, which counts as answered. The
   * person who answers what nobody has taken takes it.
   * @throws AppError `not-found` @throws InboxEntryChanged @throws NoAddressToAnswer @throws ThreadIsFull
   */
  reply(seen: Required<SeenEntry>, text: string, by: Actor, noteMade?: NoteMade): Promise<InboxEntry>
  /**
   * Sends a reply again that could not be sent; one that is on its way or was sent stays as it is.
   * @throws AppError `not-found` @throws InboxEntryChanged
   */
  sendAgain(seen: Required<SeenEntry>, replyId: string, by: Actor): Promise<InboxEntry>
  readonly savedReplies: SavedReplies
}

/** Texts that staff answer with often. Everybody who may answer may change them. */
export interface SavedReplies {
  /** By name. */
  list(): Promise<readonly SavedReply[]>
  /** @throws SavedReplyNotFound */
  get(id: string): Promise<SavedReply>
  /** @throws TooManySavedReplies */
  add(reply: Pick<SavedReply, 'name' | 'text'>, by: Actor, note?: NoteMade): Promise<SavedReply>
  /** @throws SavedReplyNotFound @throws SavedReplyChanged */
  change(id: string, reply: Pick<SavedReply, 'name' | 'text' | 'version'>, by: Actor): Promise<SavedReply>
  /** Does nothing when it is gone. */
  delete(id: string, by: Actor): Promise<void>
}
