import { Schema, trusted } from 'mongoose'
import { beginsWith } from './begins-with.ts'
import { optionalText, part, text, time } from './fields.ts'

/** The fields of what staff find in their inbox, take care of and answer: messages and privacy requests. */
export const handledFields = {
  state: { type: String, default: 'open' },
  assignee: optionalText,
  assigneeId: String,
  notes: [new Schema({ at: time, text }, part)],
  replies: [new Schema({ id: text, at: time, by: text, text, state: text, problem: optionalText }, part)],
  version: Number,
  searchKeys: [String],
  receivedAt: time,
  dueAt: time,
} as const

/** How long they are kept, and what belongs to them: 3 years, in ms (specification 2, section 9). */
export const HANDLED_KEPT_MS = 3 * 365 * 86_400_000

/** Which of them are asked for; each condition is left out where it is not given. */
export interface HandledQuery<State> {
  readonly state?: State
  /** The account of the person who takes care of it. */
  readonly assigneeId?: string
  /** Due before this time and not answered. */
  readonly overdueAt?: Date
  /** Beginnings of words that must all be there. */
  readonly terms?: readonly string[]
}

/** The condition that finds them. */
export function handledFilter<State>({ state, assigneeId, overdueAt, terms = [] }: HandledQuery<State>) {
  return {
    ...(state === undefined ? {} : { state }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
    ...(overdueAt === undefined ? {} : { state: 'open' as const, dueAt: trusted({ $lt: overdueAt }) }),
    ...(terms.length === 0 ? {} : { $and: terms.map((term) => ({ searchKeys: beginsWith(term) })) }),
  }
}

interface HandledChange<Reply> {
  readonly assignee?: { readonly id: string; readonly name: string } | null
  readonly note?: string
  readonly replies?: readonly Reply[]
}

/** The update of a change by staff; what the change leaves out stays as it is. @param now the time of its note */
export function handledUpdate<Reply, Change extends HandledChange<Reply>>(
  { note, replies, assignee, ...rest }: Change & HandledChange<Reply>,
  now: Date,
) {
  const owner = assignee === undefined ? {} : { assignee: assignee?.name ?? null, assigneeId: assignee?.id ?? null }
  const fields = { ...rest, ...owner }
  const set = { ...fields, ...(replies === undefined ? {} : { replies: [...replies] }) }
  return {
    // What became of a mail is nothing that anybody could overwrite.
    ...(note === undefined && Object.keys(fields).length === 0 ? {} : { $inc: { version: 1 } }),
    ...(Object.keys(set).length === 0 ? {} : { $set: set }),
    ...(note === undefined ? {} : { $push: { notes: { at: now, text: note } } }),
  }
}
