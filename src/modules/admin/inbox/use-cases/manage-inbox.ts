import type { IdentityModule } from '#modules/identity'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import { changesBetween, type Actor, type AuditLog, type NewAuditEntry } from '../../audit/audit.api.ts'
import { inboxChanged } from '../../events.ts'
import type { InboxChange, Message } from '../domain/message.ts'
import { InboxEntryNotFound } from '../errors.ts'
import type { Inbox, InboxEntry } from '../inbox.api.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'
import type { SuggestionRepository } from '../persistence/suggestion.repository.ts'

/** More privacy requests than this are never open at once. */
const MOST_REQUESTS = 500

function receivedAt(entry: InboxEntry): number {
  if (entry.kind === 'erasure') return entry.suggestion.receivedAt.getTime()
  return (entry.kind === 'message' ? entry.message : entry.request).receivedAt.getTime()
}

/**
 * Lists messages, privacy requests and suggestions of erasure together, and changes the first two; privacy requests are
 * stored by their own module.
 */
export function createManageInbox(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly clock: Clock
  readonly identity: Pick<IdentityModule, 'listPrivacyRequests' | 'changePrivacyRequest'>
  readonly messages: MessageRepository
  readonly suggestions: Pick<SuggestionRepository, 'list'>
  readonly audit: Pick<AuditLog, 'record'>
}): Pick<Inbox, 'list' | 'change' | 'countOpen'> {
  const { database, events, clock, identity, messages, suggestions, audit } = deps

  return {
    async countOpen() {
      const [counted, requested, suggested] = await Promise.all([
        messages.countOpen(clock.now()),
        identity.listPrivacyRequests({ state: 'open', limit: MOST_REQUESTS, offset: 0 }),
        suggestions.list({ isOpen: true, limit: 1, offset: 0 }),
      ])
      const lateRequests = requested.requests.filter(({ dueAt }) => dueAt < clock.now()).length
      return {
        open: counted.open + requested.total + suggested.total,
        late: counted.late + lateRequests,
      }
    },

    async list({ state, kind, limit, offset }) {
      const page = { ...(state === undefined ? {} : { state }), limit: limit + offset, offset: 0 }
      const isOf = (each: 'privacy' | 'erasure') => kind === undefined || kind === each
      const messageKind = kind === 'privacy' || kind === 'erasure' || kind === undefined ? {} : { kind }
      const [found, requested, suggested] = await Promise.all([
        kind === 'privacy' || kind === 'erasure'
          ? { messages: [], total: 0 }
          : messages.list({ ...page, ...messageKind }),
        isOf('privacy') ? identity.listPrivacyRequests(page) : { requests: [], total: 0 },
        isOf('erasure') && state !== 'answered'
          ? suggestions.list({ ...page, ...(state === undefined ? {} : { isOpen: state === 'open' }) })
          : { suggestions: [], total: 0 },
      ])
      const meant = await messages.findMany(suggested.suggestions.map(({ message }) => message))
      const entries: InboxEntry[] = [
        ...found.messages.map((message) => ({ kind: 'message', message }) as const),
        ...requested.requests.map((request) => ({ kind: 'privacy', request }) as const),
        ...suggested.suggestions.map((suggestion) => {
          const message = meant.find(({ reference }) => reference === suggestion.message) ?? null
          return { kind: 'erasure', suggestion, message } as const
        }),
      ]
      entries.sort((a, b) => receivedAt(b) - receivedAt(a))
      return { entries: entries.slice(offset, offset + limit), total: found.total + requested.total + suggested.total }
    },

    async change(reference, change, by) {
      if (reference.startsWith('DR-')) {
        return database.transaction(async (tx) => {
          const { before, after } = await identity.changePrivacyRequest(tx, reference, change)
          await audit.record(tx, changeEntry(reference, by, before, change))
          return { kind: 'privacy', request: after }
        })
      }
      const message = await database.transaction(async (tx) => {
        const before = await messages.find(tx, reference)
        if (before === null) throw new InboxEntryNotFound()
        await messages.change(tx, reference, change, clock.now())
        await audit.record(tx, changeEntry(reference, by, before, change))
        await events.publish(tx, inboxChanged, { reference })
        const after = await messages.find(tx, reference)
        return after ?? before
      })
      return { kind: 'message', message }
    },
  }
}

/** The log says that a note was made and not what it says: notes name people, and no line of the log is ever changed. */
function changeEntry(
  reference: string,
  by: Actor,
  before: Pick<Message, 'state' | 'assignee'>,
  { note, ...change }: InboxChange,
): NewAuditEntry {
  const changes = changesBetween(
    { ...before, note: null },
    { ...change, ...(note === undefined ? {} : { note: 'added' }) },
  )
  return { action: 'inbox.changed', subject: `message ${reference}`, by, changes }
}
