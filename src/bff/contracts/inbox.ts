import { z } from 'zod'
import { IsoTime, line, pageQuery, paragraph, searchText, shortLine } from './common.ts'

const INBOX_KINDS = ['support', 'contact', 'warranty', 'service', 'privacy', 'erasure'] as const

/**
 * A message that reads as if it named somebody whose data was deleted. Nobody has proved that it does, so staff decide:
 * POST /api/admin/inbox/{id}/decision.
 */
export const ErasureSuggestion = z.object({
  /** The privacy request, DR-… */
  request: z.string(),
  /** The message, MSG-… */
  message: z.string(),
  /** What a confirmation does: erase the whole message, or blank what matched in somebody else's. */
  action: z.enum(['erase', 'blank']),
  /** The pieces of the message that match; none once it is decided. */
  matched: z.array(z.string()),
  decision: z.enum(['confirmed', 'refused']).nullable(),
})
export const SuggestionDecision = z.object({ decision: z.enum(['confirm', 'refuse']) })

/** An answer of staff. `waiting`: the mail server is away, and the shop tries again by itself. */
export const InboxReply = z.object({
  id: z.string(),
  at: IsoTime,
  by: z.string(),
  text: z.string(),
  state: z.enum(['sending', 'waiting', 'sent', 'failed']),
  /** Why it is not sent, in a sentence for staff. */
  problem: z.string().nullable(),
})
export type InboxReply = z.infer<typeof InboxReply>

/** One entry of the staff inbox: GET /api/admin/inbox (X-Total-Count). */
export const InboxEntry = z.object({
  id: z.string(),
  kind: z.enum(INBOX_KINDS),
  reference: z.string(),
  from: z.string(),
  email: z.string().nullable(),
  subject: z.string(),
  /** The form's fields as label and value, in the form's order. */
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  state: z.enum(['open', 'answered', 'closed']),
  /** Only with the kind `erasure`. */
  suggestion: ErasureSuggestion.optional(),
  /**
   * Only with the kind `privacy`, and only where the shop has given up fulfilling the request. It goes on when its job is
   * run again: POST /api/admin/queues/failed/{id}/run.
   */
  failure: z.object({ jobId: z.string(), at: IsoTime, error: z.string(), isErasure: z.boolean() }).optional(),
  /** The name of the person who takes care of it, and their account where it is known. */
  assignee: z.string().nullable(),
  assigneeId: z.string().nullable(),
  notes: z.array(z.object({ at: IsoTime, text: z.string() })),
  /** What staff answered by mail, oldest first. */
  replies: z.array(InboxReply),
  receivedAt: IsoTime,
  /** When the promised reply is due: after 4 hours for support, 24 for the others, 45 days for privacy. */
  dueAt: IsoTime,
  /** How often it was changed. */
  version: z.int(),
})
export type InboxEntry = z.infer<typeof InboxEntry>
export const InboxList = z.array(InboxEntry)
export const InboxQuery = z.object({
  state: z.enum(['open', 'answered', 'closed']).optional(),
  kind: z.enum(INBOX_KINDS).optional(),
  search: searchText().optional(),
  /** Only what is given to anybody who asks. */
  mine: z.enum(['true', 'false']).optional(),
  /** Only what is open and late. */
  overdue: z.enum(['true', 'false']).optional(),
  ...pageQuery(),
})
/** PATCH /api/admin/inbox/{id}. With `version`, 409 INBOX_ENTRY_CHANGED when it is another one by now. */
export const InboxChange = z.object({
  state: z.enum(['open', 'answered', 'closed']).optional(),
  /** One of GET /api/admin/inbox/people; null: nobody. */
  assigneeId: shortLine(64).nullable().optional(),
  note: paragraph({ min: 1, max: 2000 }).optional(),
  /** When the answer is due. */
  dueAt: IsoTime.optional(),
  version: z.int().min(0).optional(),
})
/** POST /api/admin/inbox/{id}/replies: sends a mail. */
export const InboxReplyBody = z.object({
  text: paragraph({ min: 1, message: 'Write your answer' }),
  /** The entry's version that the writer saw. */
  version: z.int().min(0),
})

/** POST /api/admin/inbox/{id}/replies/{reply}/send: sends a reply again that could not be sent. */
export const SendReplyAgainBody = InboxReplyBody.pick({ version: true })

/** Somebody who may answer. */
export const InboxPersonList = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    /** Where two have the same name, to tell them apart; null otherwise. */
    email: z.string().nullable(),
  }),
)

/** A text that staff answer with often, with placeholders: {name}, {order}, {reference}, {me}. */
export const SavedReply = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  version: z.int(),
  changedAt: IsoTime,
  changedBy: z.string(),
})
export type SavedReply = z.infer<typeof SavedReply>
export const SavedReplyList = z.array(SavedReply)
export const SavedReplyBody = z.object({
  name: line({ max: 60, message: 'Give it a name' }),
  text: paragraph({ min: 1, message: 'Write the text' }),
})
/** PUT /api/admin/saved-replies/{id}: 409 SAVED_REPLY_CHANGED when `version` is not the latest. */
export const SavedReplyChange = SavedReplyBody.extend({ version: z.int().min(0) })
