import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { HandlingChange, Reply } from '#platform/shared-kernel/handled-entry'
import { changesBetween, type Actor, type AuditLog, type NewAuditEntry } from '../../audit/audit.api.ts'
import { replyWritten } from '../../events.ts'
import { MAX_NOTES, MAX_REPLIES } from '../domain/message.ts'
import { withOutcome } from '../domain/replies.ts'
import { InboxEntryNotFound, NoAddressToAnswer, ThreadIsFull, TooManyNotes } from '../errors.ts'
import type { Inbox } from '../inbox.api.ts'
import { handledOf, type EntryStore, type Handled } from './entry-store.ts'

/** What staff do with messages and privacy requests, each with its line in the log. */
export function createHandleEntries(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly entries: EntryStore
  readonly audit: Pick<AuditLog, 'record'>
}): Pick<Inbox, 'get' | 'change' | 'reply' | 'sendAgain'> {
  const { database, events, clock, entries, audit } = deps
  return {
    get: (reference) => entries.get(reference),

    change: (seen, change, by, noteMade) =>
      database.transaction(async (tx) => {
        const changeOf = ({ notes }: Handled): HandlingChange => {
          if (change.note !== undefined && notes.length >= MAX_NOTES) throw new TooManyNotes(MAX_NOTES)
          return change
        }
        const { before, entry } = await entries.change(tx, seen, changeOf)
        await audit.record(tx, changeEntry(seen.reference, by, before, change))
        await noteMade?.(tx, seen.reference)
        return entry
      }),

    reply: (seen, text, by, noteMade) =>
      database.transaction(async (tx) => {
        const { reference } = seen
        const name = by.person?.name ?? ''
        const reply: Reply = { id: randomUUID(), at: clock.now(), by: name, text, state: 'sending', problem: null }
        const withReply = ({ email, assignee, replies }: Handled): HandlingChange => {
          if (email === null) throw new NoAddressToAnswer()
          if (replies.length >= MAX_REPLIES) throw new ThreadIsFull()
          // The person who answers what nobody has taken takes it.
          const owner = assignee === null && by.person !== null ? { assignee: by.person } : {}
          return { state: 'answered', ...owner, replies: [...replies, reply] }
        }
        const { entry } = await entries.change(tx, seen, withReply)
        await events.publish(tx, replyWritten, { reference, replyId: reply.id })
        await audit.record(tx, { action: 'inbox.replied', subject: `message ${reference}`, by })
        await noteMade?.(tx, reference)
        return entry
      }),

    async sendAgain(seen, replyId, by) {
      const { reference } = seen
      const now = await entries.get(reference)
      const reply = now.kind === 'erasure' ? undefined : handledOf(now).replies.find(({ id }) => id === replyId)
      if (reply === undefined) throw new InboxEntryNotFound()
      if (reply.state !== 'failed') return now
      return database.transaction(async (tx) => {
        const underWay = (entry: Handled) => withOutcome(entry, replyId, { state: 'sending', problem: null })
        const { entry } = await entries.change(tx, seen, underWay)
        await events.publish(tx, replyWritten, { reference, replyId })
        await audit.record(tx, { action: 'inbox.replied', subject: `message ${reference}`, by })
        return entry
      })
    },
  }
}

/**
 * The log says that a note was made and not what it says: notes name people, and no line of the log is ever changed.
 */
function changeEntry(
  reference: string,
  by: Actor,
  before: Pick<Handled, 'state' | 'assignee' | 'dueAt'>,
  { note, assignee, ...change }: Omit<HandlingChange, 'replies'>,
): NewAuditEntry {
  const owner = assignee === undefined ? {} : { assignee: assignee?.name ?? null }
  const changes = changesBetween(
    { ...before, note: null },
    { ...change, ...owner, ...(note === undefined ? {} : { note: 'added' }) },
  )
  return { action: 'inbox.changed', subject: `message ${reference}`, by, changes }
}
