import type { IdentityModule } from '#modules/identity'
import type { Clock } from '#platform/time/clock'
import type { Database } from '#platform/database/database'
import type { EventBus } from '#platform/events/event-bus'
import type { MailAddress } from '#platform/mail/mail'
import type { Mailer } from '#platform/mail/mailer'
import type { AdminModule } from '../admin.api.ts'
import type { AuditLog } from '../audit/audit.api.ts'
import type { Inbox } from './inbox.api.ts'
import { createMessageRepository } from './persistence/message.repository.ts'
import { createSavedReplyRepository } from './persistence/saved-reply.repository.ts'
import { createSuggestionRepository } from './persistence/suggestion.repository.ts'
import { acknowledgeWhenMessageWasReceived } from './subscribers/acknowledge-when-message-was-received.ts'
import { mailStaffWhenMessageWasReceived } from './subscribers/mail-staff-when-message-was-received.ts'
import { sendReplyWhenItWasWritten } from './subscribers/send-reply-when-it-was-written.ts'
import { createDecideSuggestion } from './use-cases/decide-suggestion.ts'
import { createEntryStore } from './use-cases/entry-store.ts'
import { createErasePerson } from './use-cases/erase-person.ts'
import { createHandleEntries } from './use-cases/handle-entries.ts'
import { createListInbox } from './use-cases/list-inbox.ts'
import { createReceiveMessage } from './use-cases/receive-message.ts'
import { createSavedReplies } from './use-cases/save-replies.ts'

/**
 * Builds the inbox on its collections, and registers its mails.
 * @param input.staff gets a mail for every new message
 */
export function createInbox(input: {
  readonly database: Database
  readonly events: EventBus
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'record'>
  readonly identity: Pick<
    IdentityModule,
    'findPrivacyRequest' | 'changePrivacyRequest' | 'listPrivacyRequests' | 'countFailedPrivacyRequests'
  >
  readonly mailer: Mailer
  readonly staff: MailAddress
}): { readonly api: Inbox; readonly personal: AdminModule['personal'] } {
  const { database } = input
  const messages = createMessageRepository(database)
  const suggestions = createSuggestionRepository(database)
  const stores = { ...input, messages, suggestions }
  const deps = { ...stores, entries: createEntryStore(stores), saved: createSavedReplyRepository(database) }

  mailStaffWhenMessageWasReceived(deps)
  acknowledgeWhenMessageWasReceived(deps)
  sendReplyWhenItWasWritten(deps)

  return {
    api: {
      receive: createReceiveMessage(deps),
      ...createListInbox(deps),
      ...createHandleEntries(deps),
      savedReplies: createSavedReplies(deps),
      decide: createDecideSuggestion(deps),
    },
    personal: {
      list: ({ email }) => messages.listOfEmail(email),
      erase: createErasePerson(deps),
    },
  }
}
