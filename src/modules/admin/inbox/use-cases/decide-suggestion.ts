import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { AuditLog } from '../../audit/audit.api.ts'
import { inboxChanged } from '../../events.ts'
import { withoutPieces } from '../domain/erasure-suggestion.ts'
import { InboxEntryNotFound, SuggestionDecided } from '../errors.ts'
import type { Inbox } from '../inbox.api.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'
import type { SuggestionRepository } from '../persistence/suggestion.repository.ts'

/** Staff's decision about a message that reads as if it named a deleted person, with a line in the audit log. */
export function createDecideSuggestion(deps: {
  readonly database: Database
  readonly events: Pick<EventBus, 'publish'>
  readonly messages: Pick<MessageRepository, 'find' | 'erase' | 'rewrite'>
  readonly suggestions: SuggestionRepository
  readonly audit: Pick<AuditLog, 'record'>
}): Inbox['decide'] {
  const { database, events, messages, suggestions, audit } = deps
  return function decideSuggestion(reference, decision, by) {
    return database.transaction(async (tx) => {
      const suggestion = await suggestions.find(tx, reference)
      if (suggestion === null) throw new InboxEntryNotFound()
      if (suggestion.state !== 'open') throw new SuggestionDecided(suggestion.state)
      const state = decision === 'confirm' ? 'confirmed' : 'refused'
      const message = await messages.find(tx, suggestion.message)
      if (message !== null && state === 'confirmed') {
        if (suggestion.action === 'erase') await messages.erase(tx, message.reference)
        else await messages.rewrite(tx, message.reference, withoutPieces(message, suggestion.matched))
      }
      await suggestions.decide(tx, reference, state)
      await audit.record(tx, {
        action: `erasure.${state}`,
        subject: `message ${suggestion.message}`,
        by,
        changes: [{ field: suggestion.action, before: null, after: `asked for by ${suggestion.request}` }],
      })
      await events.publish(tx, inboxChanged, { reference, version: null })
      const after = await messages.find(tx, suggestion.message)
      return { kind: 'erasure', suggestion: { ...suggestion, state, matched: [] }, message: after }
    })
  }
}
