import type { IdentityModule } from '#modules/identity'
import type { Clock } from '#platform/time/clock'
import type { Transaction } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { Handling, HandlingChange } from '#platform/shared-kernel/handled-entry'
import { inboxChanged } from '../../events.ts'
import { InboxEntryChanged, InboxEntryNotFound } from '../errors.ts'
import type { InboxEntry, SeenEntry } from '../inbox.api.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'
import type { SuggestionRepository } from '../persistence/suggestion.repository.ts'

/** What a message and a privacy request have in common for the staff who handle them. */
export interface Handled extends Handling {
  readonly reference: string
  readonly email: string | null
}

/** Reads and changes entries of the inbox, wherever they are stored, and has open pages hear of it. */
export interface EntryStore {
  get(reference: string): Promise<InboxEntry>
  /**
   * @param change what to change, of the entry as it is
   * @throws InboxEntryNotFound @throws InboxEntryChanged when it is not the version that staff saw
   */
  change(
    tx: Transaction,
    seen: SeenEntry,
    change: (before: Handled) => HandlingChange,
  ): Promise<{ readonly before: Handled; readonly entry: InboxEntry }>
}

export const handledOf = (entry: Exclude<InboxEntry, { kind: 'erasure' }>): Handled =>
  entry.kind === 'privacy' ? entry.request : entry.message

export function createEntryStore(deps: {
  readonly clock: Clock
  readonly events: Pick<EventBus, 'publish'>
  readonly identity: Pick<IdentityModule, 'findPrivacyRequest' | 'changePrivacyRequest'>
  readonly messages: Pick<MessageRepository, 'find' | 'change'>
  readonly suggestions: Pick<SuggestionRepository, 'find'>
}): EntryStore {
  const { clock, events, identity, messages, suggestions } = deps

  async function read(reference: string, tx: Transaction | null): Promise<Exclude<InboxEntry, { kind: 'erasure' }>> {
    if (reference.startsWith('DR-')) {
      const request = await identity.findPrivacyRequest(reference, tx)
      if (request !== null) return { kind: 'privacy', request }
    }
    const message = await messages.find(tx, reference)
    if (message === null) throw new InboxEntryNotFound()
    return { kind: 'message', message }
  }

  return {
    async get(reference) {
      if (!reference.startsWith('ES-')) return read(reference, null)
      const suggestion = await suggestions.find(null, reference)
      if (suggestion === null) throw new InboxEntryNotFound()
      return { kind: 'erasure', suggestion, message: await messages.find(null, suggestion.message) }
    },
    async change(tx, { reference, version }, changeOf) {
      const before = handledOf(await read(reference, tx))
      if (version !== undefined && before.version !== version) throw new InboxEntryChanged(before.version)
      const change = changeOf(before)
      const isRequest = reference.startsWith('DR-')
      if (isRequest) await identity.changePrivacyRequest(tx, reference, change)
      else await messages.change(tx, reference, change, clock.now())
      const entry = await read(reference, tx)
      if (!isRequest) await events.publish(tx, inboxChanged, { reference, version: handledOf(entry).version })
      return { before, entry }
    },
  }
}
