/** What waits for staff to answer it: open, answered by mail, or done with. */
export type HandledState = 'open' | 'answered' | 'closed'

/** What staff keep with a thing that somebody sent and that waits for an answer: a message, or a privacy request. */
export interface Handling {
  readonly state: HandledState
  /** The name of the member of staff who takes care of it. */
  readonly assignee: string | null
  /** Their account; null also beside a name that was kept before accounts, and is none of them or of several. */
  readonly assigneeId: string | null
  readonly notes: readonly { readonly at: Date; readonly text: string }[]
  readonly replies: readonly Reply[]
  readonly receivedAt: Date
  /** When the answer is due. */
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

/** The member of staff who takes care of something. */
interface Assignee {
  readonly id: string
  readonly name: string
}

/** What staff change of it; absent fields stay as they are. */
export interface HandlingChange {
  readonly state?: HandledState
  readonly assignee?: Assignee | null
  readonly note?: string
  readonly dueAt?: Date
  /** All replies, with the new or changed one. */
  readonly replies?: readonly Reply[]
}

/** Which of them are asked for; each condition is left out where it is not given. */
export interface HandledQuery {
  readonly state?: HandledState
  /** The account of the person who takes care of it. */
  readonly assigneeId?: string
  /** Due before this time and not answered. */
  readonly overdueAt?: Date
  /** Beginnings of words that must all be there. */
  readonly terms?: readonly string[]
}
