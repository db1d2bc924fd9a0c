import type { IdentityModule } from '#modules/identity'
import type { Clock } from '#platform/clock'
import { searchTermsOf } from '#platform/search-words'
import type { Inbox, InboxEntry, InboxQuery } from '../inbox.api.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'
import type { SuggestionRepository } from '../persistence/suggestion.repository.ts'

function receivedAt(entry: InboxEntry): number {
  if (entry.kind === 'erasure') return entry.suggestion.receivedAt.getTime()
  return (entry.kind === 'message' ? entry.message : entry.request).receivedAt.getTime()
}

/** Lists messages, privacy requests and suggestions of erasure together; privacy requests are stored by their own module. */
export function createListInbox(deps: {
  readonly clock: Clock
  readonly identity: Pick<IdentityModule, 'listPrivacyRequests'>
  readonly messages: Pick<MessageRepository, 'list' | 'findMany' | 'countOpen'>
  readonly suggestions: Pick<SuggestionRepository, 'list'>
}): Pick<Inbox, 'list' | 'countOpen'> {
  const { clock, identity, messages, suggestions } = deps

  interface Page extends Pick<InboxQuery, 'assigneeId' | 'isOverdue' | 'state'> {
    readonly terms: readonly string[]
    readonly count: number
  }

  async function findSuggestions({ state, assigneeId, isOverdue = false, terms, count }: Page) {
    const isNone = assigneeId !== undefined || isOverdue || terms.length > 0 || state === 'answered'
    if (isNone) return { suggestions: [], total: 0 }
    return suggestions.list({ limit: count, offset: 0, ...(state === undefined ? {} : { isOpen: state === 'open' }) })
  }

  return {
    async countOpen() {
      const now = clock.now()
      const [counted, requested, late, suggested] = await Promise.all([
        messages.countOpen(now),
        identity.listPrivacyRequests({ state: 'open', limit: 1, offset: 0 }),
        identity.listPrivacyRequests({ overdueAt: now, limit: 1, offset: 0 }),
        suggestions.list({ isOpen: true, limit: 1, offset: 0 }),
      ])
      return {
        open: counted.open + requested.total + suggested.total,
        late: counted.late + late.total,
      }
    },

    async list({ kind, search = '', limit, offset, ...filters }) {
      const terms = searchTermsOf(search)
      const page: Page = { ...filters, terms, count: limit + offset }
      const { state, assigneeId, isOverdue = false } = filters
      const asked = {
        limit: limit + offset,
        offset: 0,
        terms,
        ...(state === undefined ? {} : { state }),
        ...(assigneeId === undefined ? {} : { assigneeId }),
        ...(isOverdue ? { overdueAt: clock.now() } : {}),
      }
      const isOf = (each: 'privacy' | 'erasure') => kind === undefined || kind === each
      const [found, requested, suggested] = await Promise.all([
        kind === 'privacy' || kind === 'erasure'
          ? { messages: [], total: 0 }
          : messages.list({ ...asked, ...(kind === undefined ? {} : { kind }) }),
        isOf('privacy') ? identity.listPrivacyRequests(asked) : { requests: [], total: 0 },
        isOf('erasure') ? findSuggestions(page) : { suggestions: [], total: 0 },
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
  }
}
