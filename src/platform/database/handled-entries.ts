import { trusted } from 'mongoose'
import { DAY_MS } from '../time/durations.ts'
import type { HandledQuery, HandledState, HandlingChange, Reply } from '../shared-kernel/handled-entry.ts'
import { beginsWith } from './begins-with.ts'
import type { Database } from './database.ts'
import { optionalText, part, text, time } from './fields.ts'
import type { SchemaStep } from './schema-steps.ts'

/** The fields of what staff find in their inbox, take care of and answer: messages and privacy requests. */
export const handledFields = () =>
  ({
    state: { type: String, default: 'open' },
    assignee: optionalText,
    assigneeId: String,
    notes: [part({ at: time, text })],
    replies: [part({ id: text, at: time, by: text, text, state: text, problem: optionalText })],
    version: Number,
    searchKeys: [String],
    receivedAt: time,
    dueAt: time,
  }) as const

/** How long they are kept, and what belongs to them: 3 years, in ms (specification 2, section 9). */
export const HANDLED_KEPT_MS = 3 * 365 * DAY_MS

/** The condition that finds them. */
export function handledFilter({ state, assigneeId, overdueAt, terms = [] }: HandledQuery) {
  return {
    ...(state === undefined ? {} : { state }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
    ...(overdueAt === undefined ? {} : { state: 'open' as const, dueAt: trusted({ $lt: overdueAt }) }),
    ...(terms.length === 0 ? {} : { $and: terms.map((term) => ({ searchKeys: beginsWith(term) })) }),
  }
}

/** The update of a change by staff; what the change leaves out stays as it is. @param now the time of its note */
export function handledUpdate({ note, replies, assignee, ...rest }: HandlingChange, now: Date) {
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

/** Until a reply that could not be sent opened its entry again, the entry stayed answered: its sender waits for an answer. */
export function reopenUnsentStep(name: string, database: Database, collection: string): SchemaStep {
  const entries = database.collection<{ _id: string; state: HandledState; version?: number; replies?: Reply[] }>(
    collection,
  )
  return {
    name,
    async runBatch() {
      const mayBe = { state: 'answered', 'replies.state': 'failed' } as const
      for await (const { _id, version, replies } of entries.find(mayBe)) {
        if (replies?.at(-1)?.state !== 'failed') continue
        await entries.updateOne({ _id, state: 'answered', version }, { $set: { state: 'open' }, $inc: { version: 1 } })
      }
      return false
    },
  }
}
