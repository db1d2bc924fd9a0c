import type { IdentityModule } from '#modules/identity'
import type { Clock } from '#platform/time/clock'
import { searchTermsOf } from '#platform/text/search-words'
import type { Inbox, InboxEntry, InboxQuery } from '../inbox.api.ts'
import type { MessageRepository } from '../persistence/message.repository.ts'
import type { SuggestionRepository } from '../persistence/suggestion.repository.ts'

/** Pages of all kinds together begin among the newest so many, because everything before a page is read for it. */
const MAX_MERGED = 1000

function receivedAt(entry: InboxEntry): number {
  if (entry.kind === 'erasure') return entry.suggestion.receivedAt.getTime()
  return (entry.kind === 'message' ? entry.message : entry.request).receivedAt.getTime()
}

/** Lists messages, privacy requests and suggestions of erasure together; privacy requests are stored by their own module. */
export function createListInbox(deps: {
  readonly clock: Clock
  readonly identity: Pick<IdentityModule, 'listPrivacyRequests' | 'countFailedPrivacyRequests'>
  readonly messages: Pick<MessageRepository, 'list' | 'findMany' | 'countOpen'>
  readonly suggestions: Pick<SuggestionRepository, 'list'>
}): Pick<Inbox, 'list' | 'countOpen'> {
  const { clock, identity, messages, suggestions } = deps

  async function findSuggestions({
    state,
    assigneeId,
    isOverdue = false,
    terms,
    ...page
  }: Omit<InboxQuery, 'kind' | 'search'> & { readonly terms: readonly string[] }) {
    const isNone = assigneeId !== undefined || isOverdue || terms.length > 0 || state === 'answered'
    if (isNone) return { suggestions: [], total: 0 }
    return suggestions.list({ ...page, ...(state === undefined ? {} : { isOpen: state === 'open' }) })
  }

  return {
    async countOpen() {
      const now = clock.now()
      const [counted, requested, late, suggested, failed] = await Promise.all([
        messages.countOpen(now),
        identity.listPrivacyRequests({ state: 'open', limit: 1, offset: 0 }),
        identity.listPrivacyRequests({ overdueAt: now, limit: 1, offset: 0 }),
        suggestions.list({ isOpen: true, limit: 1, offset: 0 }),
        identity.countFailedPrivacyRequests(),
      ])
      return {
        open: counted.open + requested.total + suggested.total,
        late: counted.late + late.total,
        failed,
      }
    },

    async list({ kind, search = '', limit, offset, ...filters }) {
      const terms = searchTermsOf(search)
      const { state, assigneeId, isOverdue = false } = filters
      const isMerged = kind === undefined
      const merged = { limit: offset < MAX_MERGED ? offset + limit : 1, offset: 0 }
      const page = isMerged ? merged : { limit, offset }
      const asked = {
        ...page,
        terms,
        ...(state === undefined ? {} : { state }),
        ...(assigneeId === undefined ? {} : { assigneeId }),
        ...(isOverdue ? { overdueAt: clock.now() } : {}),
      }
      const isOf = (each: 'privacy' | 'erasure') => isMerged || kind === each
      const [found, requested, suggested] = await Promise.all([
        kind === 'privacy' || kind === 'erasure'
          ? { messages: [], total: 0 }
          : messages.list({ ...asked, ...(isMerged ? {} : { kind }) }),
        isOf('privacy') ? identity.listPrivacyRequests(asked) : { requests: [], total: 0 },
        isOf('erasure') ? findSuggestions({ ...filters, ...page, terms }) : { suggestions: [], total: 0 },
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
      const total = found.total + requested.total + suggested.total
      if (!isMerged) return { entries, total }
      entries.sort((a, b) => receivedAt(b) - receivedAt(a))
      return { entries: entries.slice(offset, offset + limit), total: Math.min(total, MAX_MERGED) }
    },
  }
}
