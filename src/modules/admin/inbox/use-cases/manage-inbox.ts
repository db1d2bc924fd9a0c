import type { IdentityModule, PrivacyRequest } from '#modules/identity'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { changesBetween } from '../../audit/domain/audit.ts'
import type { InboxChange, InboxState, Message, MessageKind } from '../domain/message.ts'
import { InboxEntryNotFound } from '../errors.ts'
import type { AuditRepository } from '../../audit/persistence/audit.repository.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'

export type InboxEntry =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'privacy'; readonly request: PrivacyRequest }

export interface InboxQuery {
  readonly state?: InboxState
  readonly kind?: MessageKind | 'privacy'
  readonly limit: number
  readonly offset: number
}

type Noted = Pick<Message, 'state' | 'assignee'>

const receivedAt = (entry: InboxEntry) =>
  (entry.kind === 'message' ? entry.message : entry.request).receivedAt.getTime()

/** Messages and privacy requests side by side, each kept by its own module. */
export function createInbox(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly identity: Pick<IdentityModule, 'listPrivacyRequests' | 'changePrivacyRequest'>
  readonly messages: MessageRepository
  readonly audit: AuditRepository
}) {
  const { database, clock, identity, messages, audit } = deps

  function noteOf(reference: string, address: string, before: Partial<Noted>, { note, ...change }: InboxChange) {
    const changes = changesBetween({ ...before, note: null }, { ...change, ...(note === undefined ? {} : { note }) })
    return { action: 'inbox.changed', subject: `message ${reference}`, address, changes }
  }

  return {
    /** Newest first, and how many match over all pages. */
    async list({
      state,
      kind,
      limit,
      offset,
    }: InboxQuery): Promise<{ readonly entries: readonly InboxEntry[]; readonly total: number }> {
      const page = { ...(state === undefined ? {} : { state }), limit: limit + offset, offset: 0 }
      const wanted = kind === 'privacy' || kind === undefined ? {} : { kind }
      const [written, asked] = await Promise.all([
        kind === 'privacy' ? { messages: [], total: 0 } : messages.list({ ...page, ...wanted }),
        kind === undefined || kind === 'privacy' ? identity.listPrivacyRequests(page) : { requests: [], total: 0 },
      ])
      const entries: InboxEntry[] = [
        ...written.messages.map((message) => ({ kind: 'message', message }) as const),
        ...asked.requests.map((request) => ({ kind: 'privacy', request }) as const),
      ]
      entries.sort((a, b) => receivedAt(b) - receivedAt(a))
      return { entries: entries.slice(offset, offset + limit), total: written.total + asked.total }
    },

    /** Assigns, notes, answers or closes an entry. @throws InboxEntryNotFound, PrivacyRequestNotFound */
    async change(reference: string, change: InboxChange, address: string): Promise<InboxEntry> {
      if (reference.startsWith('DR-')) {
        const request = await identity.changePrivacyRequest(reference, change, (tx, before) =>
          audit.add(noteOf(reference, address, before, change), tx),
        )
        return { kind: 'privacy', request }
      }
      const message = await database.transaction(async (tx) => {
        const before = await messages.find(tx, reference)
        if (before === null) throw new InboxEntryNotFound()
        await messages.change(tx, reference, change, clock.now())
        await audit.add(noteOf(reference, address, before, change), tx)
        const after = await messages.find(tx, reference)
        return after ?? before
      })
      return { kind: 'message', message }
    },
  }
}
